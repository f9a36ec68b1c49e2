import { email } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/rules/limits';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { sameOriginOnly } from '../../http/guards/same-origin.ts';
import { parse } from '../../http/validation.ts';
import { knownDevices } from '../accounts/known-devices.ts';
import { demandSecondFactor } from '../factors/second-factor-step.ts';
import type { SecondFactors } from '../factors/second-factors.ts';
import { stateOrigin } from './mount.ts';
import { passwordStep } from './password-step.ts';
import { finishStep, openStep, requireKeptPassword } from './steps.ts';

const body = z.strictObject({
  email,
  password: z.string().min(1).max(limits.password),
  device_code: z.string().min(1).max(100).optional(),
});

/** Dependencies of the sign-in step. */
export interface InteractionOptions {
  provider: Provider;
  publicUrl: string;
  concealAccounts: boolean;
  /** Whether people sign in at a hosted provider; then passwords here are for platform ADMINs alone. */
  external: boolean;
  factors: SecondFactors;
  system: Pool;
}

/**
 * The provider's sign-in step: `POST /api/auth/interactions/:uid` with e-mail and password answers
 * `{ redirect_to }`, where the browser goes on with the authorization.
 */
export function interactionRoutes(app: FastifyInstance, options: InteractionOptions): void {
  const { provider, publicUrl, external, factors, system } = options;
  const checkPassword = passwordStep(options);
  const devices = knownDevices(system, publicUrl);

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
        const account = await checkPassword(credentials, request);
        if (external && account.role !== 'ADMIN') throw new AppError('managed_by_provider');
        await demandSecondFactor(system, factors, request.params.uid, account);
        const redirectTo = await finishStep(provider, request, reply, account.id, ['pwd']);
        await requireKeptPassword(system, request.params.uid, account);
        await devices.remember(system, request, reply, account.id);
        return reply.header('cache-control', 'no-store').send({ redirect_to: redirectTo });
      } catch (error) {
        if (error instanceof AppError) throw error;
        request.log.error({ err: error }, 'sign-in failed');
        throw new AppError('sign_in_failed');
      }
    },
  );
}
