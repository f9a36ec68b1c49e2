import { secondFactorCode } from '@vpisnik/contract/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError, invalidFields } from '../errors.ts';
import { sameOriginOnly } from '../http/same-origin.ts';
import { parse } from '../http/validation.ts';
import { type Account, findSignedIn } from './accounts.ts';
import { createGuessing } from './guessing.ts';
import { stateOrigin } from './mount.ts';
import type { SecondFactors } from './second-factors.ts';
import { finishStep, openStep } from './steps.ts';

const body = z.strictObject({ code: secondFactorCode });

/** Seconds between the password and the second factor. */
const PATIENCE = 15 * 60;

/**
 * Lets an account on when it has no second factor and needs none. Otherwise the step waits for one: this browser may give
 * it at `second-factor`, or set one up first.
 *
 * @throws {AppError} second_factor_required or second_factor_setup_required
 */
export async function demandSecondFactor(
  system: Pool,
  factors: SecondFactors,
  uid: string,
  { id: accountId }: Pick<Account, 'id'>,
): Promise<void> {
  const { enabled, required } = await factors.state(accountId);
  if (!enabled && !required) return;
  await system.query(
    `insert into oidc_payloads (model, id, payload, expires_at)
     values ('SecondFactor', $1, $2, now() + make_interval(secs => $3))
     on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [uid, { accountId }, PATIENCE],
  );
  throw new AppError(enabled ? 'second_factor_required' : 'second_factor_setup_required');
}

/**
 * The step after the password: `POST /api/auth/interactions/:uid/second-factor` with a code answers `{ redirect_to }`.
 * Who must set a second factor up first gets a secret from `…/second-factor/setup`; the code then confirms it, and the
 * answer has `recovery_codes` too.
 */
export function secondFactorRoutes(
  app: FastifyInstance,
  {
    provider,
    publicUrl,
    system,
    factors,
  }: { provider: Provider; publicUrl: string; system: Pool; factors: SecondFactors },
): void {
  const guessing = createGuessing(system);
  const onRequest = sameOriginOnly(publicUrl);
  type Params = { Params: { uid: string } };

  /** Whose password this browser has just given in this very step. */
  async function waiting(request: FastifyRequest<Params>, reply: FastifyReply): Promise<Account> {
    reply.header('cache-control', 'no-store');
    stateOrigin(request, publicUrl);
    const { uid } = request.params;
    if ((await openStep(provider, request, reply)) !== uid) throw new AppError('interaction_expired');
    const { rows } = await system.query<{ account_id: string }>(
      `select payload ->> 'accountId' as account_id from oidc_payloads
       where model = 'SecondFactor' and id = $1 and expires_at > now()`,
      [uid],
    );
    const account = rows[0] && (await findSignedIn(system, rows[0].account_id));
    if (!account) throw new AppError('interaction_expired');
    return account;
  }

  app.post<Params>(
    '/api/auth/interactions/:uid/second-factor/setup',
    { onRequest },
    async (request, reply) => {
      const { id, email } = await waiting(request, reply);
      return await factors.setUp(id, email);
    },
  );

  app.post<Params>('/api/auth/interactions/:uid/second-factor', { onRequest }, async (request, reply) => {
    const { code } = parse(body, request.body, 'body');
    const { id } = await waiting(request, reply);
    const guesser = { email: `second factor ${id}`, address: request.ip };
    const obstacle = await guessing.attempt(guesser);
    if (obstacle)
      throw new AppError('rate_limited', { retry_after: 'seconds' in obstacle ? obstacle.seconds : 900 });
    const { enabled } = await factors.state(id);
    const recovery_codes = enabled ? undefined : await factors.confirm(id, code);
    if (enabled ? !(await factors.verify(id, code)) : !recovery_codes)
      throw invalidFields([{ path: 'code', code: 'incorrect_code' }]);
    await guessing.succeeded(guesser);
    await system.query(`delete from oidc_payloads where model = 'SecondFactor' and id = $1`, [
      request.params.uid,
    ]);
    const redirect_to = await finishStep(provider, request, reply, id, ['pwd', 'otp', 'mfa']);
    return { redirect_to, ...(recovery_codes && { recovery_codes }) };
  });
}
