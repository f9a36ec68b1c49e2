import { email } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { sameOriginOnly } from '../http/same-origin.ts';
import { parse } from '../http/validation.ts';
import { type Account, findAccountByEmail } from './accounts.ts';
import { createGuessing } from './guessing.ts';
import { stateOrigin } from './mount.ts';
import { verifyPassword } from './passwords.ts';

const body = z.strictObject({
  email,
  password: z.string().min(1).max(limits.password),
});

/** What the sign-in step needs to know. */
export interface InteractionOptions {
  provider: Provider;
  publicUrl: string;
  concealAccounts: boolean;
  system: Pool;
}

/**
 * The provider's sign-in step: `POST /api/auth/interactions/:uid` with e-mail and password answers
 * `{ redirect_to }`, where the browser goes on with the authorization.
 */
export function interactionRoutes(app: FastifyInstance, options: InteractionOptions): void {
  const { provider, publicUrl, concealAccounts, system } = options;
  const guessing = createGuessing(system);

  const onRequest = sameOriginOnly(publicUrl);
  app.post<{ Params: { uid: string } }>(
    '/api/auth/interactions/:uid',
    { onRequest },
    async (request, reply) => {
      const { email: address, password } = parse(body, request.body, 'body');
      try {
        stateOrigin(request, publicUrl);
        if (!(await isOpen(provider, request, reply.raw))) throw new AppError('interaction_expired');
        const seconds = await guessing.attempt(address, request.ip);
        if (seconds !== undefined) throw new AppError('rate_limited', { retry_after: seconds });

        const account = await findAccountByEmail(system, address);
        const matches = await verifyPassword(account?.password_hash, password);
        const accountId = admit(account, matches, concealAccounts);

        await guessing.succeeded(address, request.ip);
        const redirectTo = await provider.interactionResult(
          request.raw,
          reply.raw,
          { login: { accountId, remember: true, amr: ['pwd'] } },
          { mergeWithLastSubmission: false },
        );
        return reply.header('cache-control', 'no-store').send({ redirect_to: redirectTo });
      } catch (error) {
        if (error instanceof AppError) throw error;
        request.log.error({ err: error }, 'sign-in failed');
        throw new AppError('sign_in_failed');
      }
    },
  );
}

/** The account's id. Somebody with the right password learns why it may not sign in; a stranger doesn't. */
function admit(account: Account | undefined, matches: boolean, conceal: boolean): string {
  if (!account) throw new AppError(conceal ? 'incorrect_username_or_password' : 'user_not_found');
  if (!matches) throw new AppError('incorrect_username_or_password');
  if (!account.confirmed) throw new AppError('user_not_confirmed');
  if (!account.active) throw new AppError('account_inactive');
  return account.id;
}

/** Whether the step in the URL is the one that this very browser began, and is still waiting. */
async function isOpen(
  provider: Provider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  response: Parameters<Provider['interactionDetails']>[1],
): Promise<boolean> {
  try {
    const { uid } = await provider.interactionDetails(request.raw, response);
    return uid === request.params.uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
}
