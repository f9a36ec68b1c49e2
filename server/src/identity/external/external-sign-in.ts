import { createHash } from 'node:crypto';
import type { ErrorCode } from '@vpisnik/contract/rules/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import { AuthorizationResponseError } from 'openid-client';
import type { Pool } from 'pg';
import { AppError } from '../../errors.ts';
import { stateOrigin } from '../provider/mount.ts';
import { finishStep, openStep } from '../provider/steps.ts';
import { findExternalAccount } from './external-accounts.ts';
import { CALLBACK_PATH, type ExternalChecks, type ExternalProvider } from './external-provider.ts';
import type { ExternalSignOut } from './external-sign-out.ts';

/** Dependencies of signing in through a hosted provider. */
export interface ExternalSignInOptions {
  provider: Provider;
  publicUrl: string;
  system: Pool;
  external: ExternalProvider;
  trustEmail: boolean;
  signOut: ExternalSignOut;
}

/** Seconds in which the hosted provider must send the browser back, as long as our own step waits. */
const PATIENCE = 30 * 60;

/**
 * The sign-in step at a hosted provider. The page opens a step as for a password and then goes to
 * `GET /api/auth/interactions/:uid/external`; the provider answers at the callback. Whatever goes wrong leads to
 * `/login?error=<code>`.
 */
export function externalSignInRoutes(app: FastifyInstance, options: ExternalSignInOptions): void {
  const { provider, publicUrl, system, external, trustEmail, signOut } = options;

  app.get<{ Params: { uid: string } }>('/api/auth/interactions/:uid/external', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      stateOrigin(request, publicUrl);
      const { uid } = request.params;
      if ((await openStep(provider, request, reply)) !== uid) throw new AppError('interaction_expired');
      const { url, checks } = await external.begin();
      await keep(system, uid, checks);
      return reply.redirect(url.href, 303);
    } catch (error) {
      return refuse(reply, error);
    }
  });

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      stateOrigin(request, publicUrl);
      const uid = await openStep(provider, request, reply);
      const checks = uid && (await take(system, uid, request.query.state));
      if (!checks) throw new AppError('interaction_expired');
      const identity = await external.finish(new URL(request.url, publicUrl), checks);
      const accountId = await findExternalAccount(system, identity, trustEmail);
      await signOut.remember(reply, accountId, identity.idToken);
      const redirectTo = await finishStep(provider, request, reply, accountId, []);
      return reply.redirect(redirectTo, 303);
    } catch (error) {
      return refuse(reply, error);
    }
  });
}

/** Keeps what the answer must match, under the hash of its state and bound to the step of this browser. */
async function keep(system: Pool, uid: string, { state, ...rest }: ExternalChecks): Promise<void> {
  await system.query(
    `insert into oidc_payloads (model, id, payload, expires_at)
     values ('ExternalSignIn', $1, $2, now() + make_interval(secs => $3))`,
    [hashOf(state), { uid, ...rest }, PATIENCE],
  );
}

/** Takes it out again: an answer counts once, and only in the browser that asked. */
async function take(system: Pool, uid: string, state: unknown): Promise<ExternalChecks | undefined> {
  if (typeof state !== 'string') return undefined;
  const { rows } = await system.query<Omit<ExternalChecks, 'state'>>(
    `delete from oidc_payloads
     where model = 'ExternalSignIn' and id = $1 and payload ->> 'uid' = $2 and expires_at > now()
     returning payload ->> 'nonce' as nonce, payload ->> 'verifier' as verifier`,
    [hashOf(state), uid],
  );
  return rows[0] && { ...rows[0], state };
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** People arrive here by a redirect, so they get the sign-in page with the reason, not a problem in JSON. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const code = codeOf(error);
  if (code === 'external_failed') reply.log.error({ err: error }, 'sign-in at the hosted provider failed');
  else reply.log.info({ code }, 'refused');
  return reply.redirect(`/login?error=${code}`, 303);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied';
  return isCancelled ? 'external_cancelled' : 'external_failed';
}
