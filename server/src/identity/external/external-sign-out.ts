import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { createSealer, sealedAs } from '../keys/seal.ts';
import { ABSOLUTE, cookieName, isSecure } from '../provider/provider.ts';
import type { ExternalProvider } from './external-provider.ts';

/** Signing out of the hosted provider together with us. */
export interface ExternalSignOut {
  /** Keeps the provider's ID token for the sign-out; the browser gets a random name for it. */
  remember(reply: FastifyReply, accountId: string, idToken: string): Promise<void>;
  /** Forgets it, and answers where the browser signs out of the provider, if that is possible. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
}

interface Options {
  external: ExternalProvider;
  system: Pool;
  publicUrl: string;
  secretKeys: readonly [string, ...string[]];
}

/** Signs out at the hosted provider, which requires its ID token for that; keeps the token sealed until then. */
export function createExternalSignOut({ external, system, publicUrl, secretKeys }: Options): ExternalSignOut {
  const sealer = createSealer(secretKeys);
  const name = cookieName(publicUrl, 'external');
  const attributes = `Path=/; SameSite=Lax; HttpOnly${isSecure(publicUrl) ? '; Secure' : ''}`;

  async function take(request: FastifyRequest): Promise<string | undefined> {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    if (!value) return undefined;
    const { rows } = await system.query<{ sealed: string }>(
      `delete from oidc_payloads where model = 'ExternalSignOut' and id = $1 and expires_at > now()
       returning payload ->> 'sealed' as sealed`,
      [hashOf(value)],
    );
    return rows[0]?.sealed;
  }

  return {
    async remember(reply, accountId, idToken) {
      const value = randomBytes(32).toString('base64url');
      await system.query(
        `insert into oidc_payloads (model, id, payload, expires_at)
         values ('ExternalSignOut', $1, $2, now() + make_interval(secs => $3))`,
        [hashOf(value), { accountId, sealed: sealer.seal(sealedAs.externalIdToken, idToken) }, ABSOLUTE],
      );
      reply.header('set-cookie', `${name}=${value}; Max-Age=${ABSOLUTE}; ${attributes}`);
    },
    async end(request, reply) {
      try {
        const sealed = await take(request);
        if (!sealed) return undefined;
        reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
        return (await external.signOutUrl(sealer.open(sealedAs.externalIdToken, sealed).text))?.href;
      } catch (error) {
        request.log.error(
          { err: error },
          'An error occurred when attempting to log out from OAuth provider.',
        );
        return undefined;
      }
    },
  };
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
