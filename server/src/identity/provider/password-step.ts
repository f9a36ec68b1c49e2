import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { asSystem } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { type Account, findAccountByEmail } from '../accounts/accounts.ts';
import { findCode, redeemCode } from '../accounts/codes.ts';
import { createGuessing } from '../accounts/guessing.ts';
import { knownDevices } from '../accounts/known-devices.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { enqueueAccountMail } from '../mails/account-outbox.ts';

/** Input of the first step; `device_code` comes from the mailed link that confirms the browser. */
export interface Credentials {
  email: string;
  password: string;
  device_code?: string | undefined;
}

/**
 * The first factor: e-mail and password, behind the limits on guessing. It answers the account that may go on, to a
 * second factor or straight in.
 *
 * @throws {AppError} with the texts of the catalogue, rate_limited, device_confirmation_required
 */
export function passwordStep({
  system,
  publicUrl,
  concealAccounts,
}: {
  system: Pool;
  publicUrl: string;
  concealAccounts: boolean;
}) {
  const guessing = createGuessing(system);
  const devices = knownDevices(system, publicUrl);

  return async ({ email, password, device_code }: Credentials, request: FastifyRequest): Promise<Account> => {
    const guesser = { email, address: request.ip, device: await devices.find(request, email) };
    const obstacle = await guessing.attempt(guesser);
    if (obstacle && 'seconds' in obstacle)
      throw new AppError('rate_limited', { retry_after: obstacle.seconds });
    const account = await findAccountByEmail(system, email);
    if (obstacle && !(await isConfirmed(system, account, device_code))) {
      await asSystem(system, (client) => enqueueAccountMail(client, { kind: 'device', to_address: email }));
      throw new AppError('device_confirmation_required');
    }
    const matches = await verifyPassword(
      account?.password_hash,
      password,
      // behind an obstacle a mailed link has been checked
      guesser.device || obstacle ? 'known' : { stranger: request.ip },
    );
    // not awaited: the response time must not reveal whether the account exists
    if (account && !matches)
      recordOwn(system, account.id, 'sign_in_failed', { known_device: guesser.device !== undefined }).catch(
        (error) => request.log.error({ err: error }, 'a failed sign-in was not written down'),
      );
    const admitted = admit(account, matches, concealAccounts);

    await guessing.succeeded(guesser);
    if (obstacle && device_code) await redeemCode(system, device_code, 'device');
    return admitted;
  };
}

/** Whether the browser came by the link that was mailed to this very account. */
async function isConfirmed(
  system: Pool,
  account: Account | undefined,
  code: string | undefined,
): Promise<boolean> {
  const found = code === undefined ? undefined : await findCode(system, code, 'device');
  return found !== undefined && !found.used && !found.expired && found.accountId === account?.id;
}

/** Reveals why an account may not sign in only after the right password. */
function admit(account: Account | undefined, matches: boolean, conceal: boolean): Account {
  if (!account) throw new AppError(conceal ? 'incorrect_username_or_password' : 'user_not_found');
  if (!matches) throw new AppError('incorrect_username_or_password');
  if (!account.confirmed) throw new AppError('user_not_confirmed');
  if (!account.active) throw new AppError('account_inactive');
  return account;
}
