import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { cookieName, isSecure } from '../provider/provider.ts';

/** Seconds that a browser keeps its cookie; browsers allow no more. */
const KEPT = 400 * 24 * 3600;

/**
 * Browsers that an account has signed in with. Wrong guesses elsewhere don't delay them; the cookie alone is no sign-in.
 */
export function knownDevices(system: Pool, publicUrl: string) {
  const name = cookieName(publicUrl, 'device');
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`;
  const tokenOf = (request: FastifyRequest) => {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  };

  return {
    /** The browser's token, if the account with this address has signed in with it. */
    async find(request: FastifyRequest, email: string): Promise<string | undefined> {
      const token = tokenOf(request);
      const { rowCount } = await system.query(
        `select from known_devices d join accounts a on a.id = d.account_id
         where a.email = $1 and d.token_hash = $2`,
        [email, hashOf(token ?? '')],
      );
      return rowCount ? token : undefined;
    },

    /** Knows the browser from now on, for this account beside others that use it. */
    async remember(
      client: Pick<PoolClient, 'query'>,
      request: FastifyRequest,
      reply: FastifyReply,
      accountId: string,
    ): Promise<void> {
      const given = tokenOf(request);
      const token = given && /^[\w-]{43}$/.test(given) ? given : randomBytes(32).toString('base64url');
      await client.query(
        `insert into known_devices (account_id, token_hash) values ($1, $2)
         on conflict (account_id, token_hash) do update set used_at = now()`,
        [accountId, hashOf(token)],
      );
      reply.header('set-cookie', `${name}=${token}; Max-Age=${KEPT}; ${attributes}`);
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
