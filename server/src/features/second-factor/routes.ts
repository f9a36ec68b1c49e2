import type { contract } from '@vpisnik/contract/contract';
import type { Pool } from 'pg';
import type { AccountScope } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Place } from '../../identity/accounts/challenges.ts';
import { createGuessing } from '../../identity/accounts/guessing.ts';
import type { SecondFactors } from '../../identity/factors/second-factors.ts';
import { requirePassword } from '../accounts/passwords.ts';

/** One's own second factor. */
export function secondFactorRoutes(
  system: Pool,
  factors: SecondFactors,
): Handlers<typeof contract.second_factor> {
  const guessing = createGuessing(system);

  /** Requires the password again for a change of factors: an unlocked device must not be enough. */
  const again = (scope: AccountScope, password: string, address: string) =>
    requirePassword(system, scope, password, address);
  /** A passkey is made where it was asked for: by the same person, on the same device. */
  const placeOf = ({ accountId, signInId }: AccountScope): Place => ({
    accountId,
    place: `${accountId} ${signInId ?? ''}`,
    signInId,
  });

  /** Tries a code within the limits on guessing, counted apart from sign-in. */
  async function guess<T>(
    { accountId }: AccountScope,
    address: string,
    attempt: () => Promise<T | undefined>,
  ): Promise<T> {
    const guesser = { email: `own second factor ${accountId}`, address, device: accountId };
    const obstacle = await guessing.attempt(guesser);
    if (obstacle && 'seconds' in obstacle)
      throw new AppError('rate_limited', { retry_after: obstacle.seconds });
    const result = await attempt();
    if (!result) throw invalidFields([{ path: 'code', code: 'incorrect_code' }]);
    await guessing.succeeded(guesser);
    return result;
  }

  return {
    async get({ scope }) {
      const state = await factors.state(scope.accountId);
      const passkeys_possible = factors.kinds.includes('passkey');
      return { ...state, passkeys_possible };
    },
    async setUp({ scope, body, request }) {
      await again(scope, body.current_password, request.ip);
      return await factors.setUp(scope.accountId);
    },
    async confirm({ scope, body, request }) {
      const { accountId } = scope;
      return { recovery_codes: await guess(scope, request.ip, () => factors.confirm(accountId, body.code)) };
    },
    async remove({ scope, body, request }) {
      await again(scope, body.current_password, request.ip);
      await factors.removeApp(scope.accountId);
      return undefined;
    },
    async renewRecoveryCodes({ scope, body, request }) {
      await again(scope, body.current_password, request.ip);
      return { recovery_codes: await factors.renewCodes(scope.accountId) };
    },
    async setUpPasskey({ scope, body, request }) {
      await again(scope, body.current_password, request.ip);
      return { options: await factors.passkeys.begin(placeOf(scope)) };
    },
    async addPasskey({ scope, body }) {
      return { recovery_codes: await factors.passkeys.add(placeOf(scope), body.name, body.passkey) };
    },
    async renamePasskey({ scope, params, body, request }) {
      await again(scope, body.current_password, request.ip);
      await factors.passkeys.rename(scope.accountId, params.id, body.name);
      return undefined;
    },
    async removePasskey({ scope, params, body, request }) {
      await again(scope, body.current_password, request.ip);
      await factors.passkeys.remove(scope.accountId, params.id);
      return undefined;
    },
  };
}
