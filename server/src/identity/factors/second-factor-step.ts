import { newPasskey, passkeyName, secondFactorCode, usedPasskey } from '@vpisnik/contract/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError, invalidFields } from '../../errors.ts';
import { sameOriginOnly } from '../../http/guards/same-origin.ts';
import { parse } from '../../http/validation.ts';
import { type Account, findSignedIn } from '../accounts/accounts.ts';
import { codeGuessing } from '../accounts/code-guessing.ts';
import { knownDevices } from '../accounts/known-devices.ts';
import { stateOrigin } from '../provider/mount.ts';
import { finishStep, openStep, requireKeptPassword } from '../provider/steps.ts';
import type { SecondFactors } from './second-factors.ts';

const codeBody = z.strictObject({ code: secondFactorCode });
const newPasskeyBody = z.strictObject({ name: passkeyName, passkey: newPasskey });
const usedPasskeyBody = z.strictObject({ passkey: usedPasskey });

/** Seconds between the password and the second factor. */
const PATIENCE = 15 * 60;

/** In the step nothing but the first factor is set up: who has one gives that one. */
const onlyFirst = { onlyFirst: true };

/**
 * Lets an account on when it has no second factor and needs none. Otherwise the step waits for one: this browser may give
 * it at `second-factor`, or set one up first. The refusal tells which kinds.
 *
 * @throws {AppError} second_factor_required or second_factor_setup_required, and what `requireKeptPassword` throws
 */
export async function demandSecondFactor(
  system: Pool,
  factors: SecondFactors,
  uid: string,
  account: Account,
): Promise<void> {
  const { id: accountId } = account;
  const { enabled, required, app, passkeys } = await factors.state(accountId);
  if (!enabled && !required) return;
  await system.query(
    `insert into oidc_payloads (model, id, payload, expires_at)
     values ('SecondFactor', $1, $2, now() + make_interval(secs => $3))
     on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [uid, { accountId }, PATIENCE],
  );
  await requireKeptPassword(system, uid, account);
  if (!enabled) throw new AppError('second_factor_setup_required', { second_factors: factors.kinds });
  const second_factors = factors.kinds.filter((kind) => (kind === 'app' ? app : passkeys.length > 0));
  throw new AppError('second_factor_required', { second_factors });
}

/**
 * The step after the password, below `/api/auth/interactions/:uid/second-factor`. A code (of the app, or a recovery code)
 * or the answer of a passkey at `…/passkey` finishes it with `{ redirect_to }`; `…/passkey/challenge` says what a passkey
 * is asked. Who has no factor and must have one gets a secret from `…/setup` and confirms it by a code, or makes a passkey
 * from `…/passkey/setup` and sends it to `…/passkey/confirm`; the answer has `recovery_codes` too.
 */
export function secondFactorStepRoutes(
  app: FastifyInstance,
  {
    provider,
    publicUrl,
    system,
    factors,
  }: { provider: Provider; publicUrl: string; system: Pool; factors: SecondFactors },
): void {
  const devices = knownDevices(system, publicUrl);
  const guessing = codeGuessing(system);
  const { passkeys } = factors;

  /** Whose password this browser has just given in this very step. */
  async function waiting(request: Step, reply: FastifyReply): Promise<Account> {
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

  /** Signs in for good; from now on the browser is one that the account knows. */
  async function finish(request: Step, reply: FastifyReply, { id }: Account, how: string) {
    const redirect_to = await finishStep(provider, request, reply, id, ['pwd', how, 'mfa']);
    await requireWaiting(system, request.params.uid);
    await devices.remember(system, request, reply, id);
    return { redirect_to };
  }

  const placeOf = (request: Step, { id }: Account) => ({ accountId: id, place: request.params.uid });

  const post = (path: string, work: (account: Account, request: Step, reply: FastifyReply) => object) =>
    app.post<Params>(
      `/api/auth/interactions/:uid/second-factor${path}`,
      { onRequest: sameOriginOnly(publicUrl) },
      async (request, reply) => work(await waiting(request, reply), request, reply),
    );

  post('', async (account, request, reply) => {
    const { code } = parse(codeBody, request.body, 'body');
    const { id, email } = account;
    const guesser = { accountId: id, device: await devices.find(request, email) };
    await guessing.attempt(guesser);
    const { enabled } = await factors.state(id);
    const recovery_codes = enabled ? undefined : await factors.confirm(id, code, onlyFirst);
    if (enabled ? !(await factors.verify(id, code)) : !recovery_codes) {
      await guessing.failed(guesser);
      throw invalidFields([{ path: 'code', code: 'incorrect_code' }]);
    }
    await guessing.succeeded(guesser);
    return { ...(await finish(request, reply, account, 'otp')), ...(recovery_codes && { recovery_codes }) };
  });
  post('/setup', ({ id }) => factors.setUp(id, onlyFirst));

  post('/passkey/challenge', (account, request) => passkeys.ask(placeOf(request, account)));
  post('/passkey', async (account, request, reply) => {
    const { passkey } = parse(usedPasskeyBody, request.body, 'body');
    const how = await passkeys.use(placeOf(request, account), passkey);
    if (!how) throw invalidFields([{ path: 'passkey', code: 'passkey_refused' }]);
    return await finish(request, reply, account, how);
  });
  post('/passkey/setup', (account, request) => passkeys.begin(placeOf(request, account), onlyFirst));
  post('/passkey/confirm', async (account, request, reply) => {
    const { name, passkey } = parse(newPasskeyBody, request.body, 'body');
    const recovery_codes = await passkeys.add(placeOf(request, account), name, passkey, onlyFirst);
    return { ...(await finish(request, reply, account, 'swk')), recovery_codes };
  });
}

/**
 * Ends the wait of a step that has been passed. If it has ended already, because the account's sign-ins were ended while the
 * factor was checked, takes the step back. Call it when the step has been kept.
 *
 * @throws {AppError} interaction_expired
 */
async function requireWaiting(system: Pool, uid: string): Promise<void> {
  const remove = (model: string) =>
    system.query('delete from oidc_payloads where model = $1 and id = $2', [model, uid]);
  if ((await remove('SecondFactor')).rowCount) return;
  await remove('Interaction');
  throw new AppError('interaction_expired');
}

type Params = { Params: { uid: string } };
type Step = FastifyRequest<Params>;
