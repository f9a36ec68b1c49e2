import type { contract } from '@vpisnik/contract/contract';
import type { AccountScope } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { createGuessing } from '../../identity/guessing.ts';
import { createSecondFactors } from '../../identity/second-factors.ts';
import type { Services } from '../../services.ts';
import { requirePassword } from '../accounts/passwords.ts';

/** One's own second factor. With a hosted provider it is that one's, except for platform ADMINs with a password here. */
export function secondFactorRoutes({ env, pools }: Services): Handlers<typeof contract.second_factor> {
  const { system } = pools;
  const { secretKeys } = env;
  const requiredOfAdmins = env.mode === 'production';
  const factors = createSecondFactors({ system, secretKeys, requiredOfAdmins });
  const guessing = createGuessing(system);

  const ours = ({ role }: AccountScope) => {
    if (env.oidc && role !== 'ADMIN') throw new AppError('managed_by_provider');
  };

  /** Tries a code within the limits on guessing, counted apart from sign-in. */
  async function guess<T>(
    { accountId }: AccountScope,
    address: string,
    attempt: () => Promise<T>,
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
    get: ({ scope }) => factors.state(scope.accountId),
    async setUp({ scope, body, request }) {
      ours(scope);
      await requirePassword(system, scope, body.current_password, request.ip);
      return await factors.setUp(scope.accountId, scope.email);
    },
    async confirm({ scope, body, request }) {
      ours(scope);
      const recovery_codes = await guess(scope, request.ip, () =>
        factors.confirm(scope.accountId, body.code),
      );
      return { recovery_codes: recovery_codes ?? [] };
    },
    async renewRecoveryCodes({ scope, body, request }) {
      ours(scope);
      await requirePassword(system, scope, body.current_password, request.ip);
      return { recovery_codes: await factors.renewCodes(scope.accountId) };
    },
    async remove({ scope, body, request }) {
      ours(scope);
      await requirePassword(system, scope, body.current_password, request.ip);
      if ((await factors.state(scope.accountId)).required) throw new AppError('second_factor_needed');
      await guess(scope, request.ip, () => factors.verify(scope.accountId, body.code));
      await factors.remove(scope.accountId);
      return undefined;
    },
  };
}
