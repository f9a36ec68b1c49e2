import { email } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { sameOriginOnly } from '../http/same-origin.ts';
import { parse } from '../http/validation.ts';
import { stateOrigin } from './mount.ts';
import { passwordStep } from './password-step.ts';

const body = z.strictObject({
  email,
  password: z.string().min(1).max(limits.password),
  device_code: z.string().min(1).max(100).optional(),
});

/** What the sign-in step needs to know. */
export interface InteractionOptions {
  provider: Provider;
  publicUrl: string;
  concealAccounts: boolean;
  /** Whether people sign in at a hosted provider; then passwords here are for platform ADMINs alone. */
  external: boolean;
  system: Pool;
}

/**
 * The provider's sign-in step: `POST /api/auth/interactions/:uid` with e-mail and password answers
 * `{ redirect_to }`, where the browser goes on with the authorization.
 */
export function interactionRoutes(app: FastifyInstance, options: InteractionOptions): void {
  const { provider, publicUrl, external } = options;
  const checkPassword = passwordStep(options);

  const onRequest = sameOriginOnly(publicUrl);
  app.post<{ Params: { uid: string } }>(
    '/api/auth/interactions/:uid',
    { onRequest },
    async (request, reply) => {
      const credentials = parse(body, request.body, 'body');
      try {
        stateOrigin(request, publicUrl);
        if ((await openStep(provider, request, reply)) !== request.params.uid)
          throw new AppError('interaction_expired');
        const { id: accountId, role } = await checkPassword(credentials, request, reply);
        if (external && role !== 'ADMIN') throw new AppError('managed_by_provider');
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

/** The step that this very browser began and that is still waiting. */
export async function openStep(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  try {
    return (await provider.interactionDetails(request.raw, reply.raw)).uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}
