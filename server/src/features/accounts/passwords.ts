import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { type AccountScope, asSystem } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { endCalendars, endSignIns } from '../../identity/accounts/accounts.ts';
import { voidAddressChanges, voidCodes } from '../../identity/accounts/codes.ts';
import { createGuessing } from '../../identity/accounts/guessing.ts';
import { hashPassword, verifyPassword } from '../../identity/accounts/passwords.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';

/**
 * Requires the caller's present password: an unlocked device must not be enough to take the account over. Wrong ones count
 * like those at sign-in.
 *
 * @param address the caller's network address
 */
export async function requirePassword(
  system: Pool,
  { accountId, email }: AccountScope,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password === undefined) throw invalidFields([{ path: 'current_password', code: 'required' }]);
  // counted apart from sign-in, so that strangers can't block an account from changing its password
  const guessing = createGuessing(system);
  const obstacle = await guessing.attempt({ email, address, device: accountId });
  if (obstacle && 'seconds' in obstacle)
    throw new AppError('rate_limited', { retry_after: obstacle.seconds });
  if (!(await verifyPassword(await hashOf(system, accountId), password, 'known')))
    throw invalidFields([{ path: 'current_password', code: 'incorrect_password' }]);
  await guessing.succeeded({ email, address, device: accountId });
}

/**
 * Changes the caller's password and ends all other sign-ins. Asks for the present one, except in a required change right
 * after sign-in.
 *
 * @throws {AppError} what `requirePassword` throws, password_unchanged, conflict when it was changed meanwhile
 */
export async function changePassword(
  system: Pool,
  scope: AccountScope,
  { current_password, new_password }: { current_password?: string | undefined; new_password: string },
  address: string,
): Promise<void> {
  const before = await hashOf(system, scope.accountId);
  if (!scope.passwordChangeRequired) await requirePassword(system, scope, current_password, address);
  if (await verifyPassword(before, new_password, 'known'))
    throw invalidFields([{ path: 'new_password', code: 'password_unchanged' }]);
  const hash = await hashPassword(new_password, 'known');
  await asSystem(system, async (client) => {
    // an attacker with the old password may have requested these
    await voidAddressChanges(client, scope.accountId);
    const { rowCount } = await client.query(
      `update accounts set password_hash = $2, password_change_required = false
       where id = $1 and password_hash is not distinct from $3`,
      [scope.accountId, hash, before],
    );
    // a parallel change wins: it may have been made to lock this sign-in out
    if (!rowCount) throw new AppError('conflict');
    await endSignIns(client, scope.accountId, scope.signInId);
    // an administrator requires a change when the account may be compromised
    if (scope.passwordChangeRequired) await endCalendars(client, scope.accountId);
    await voidCodes(client, scope.accountId, 'password_reset');
    await recordOwn(client, scope.accountId, 'password_changed');
    await enqueueAccountMail(client, {
      kind: 'password_changed',
      to_address: scope.email,
      account_id: scope.accountId,
    });
  });
}

async function hashOf(system: Pool, accountId: string): Promise<string | null> {
  const { rows } = await system.query<{ password_hash: string | null }>(
    'select password_hash from accounts where id = $1',
    [accountId],
  );
  return rows[0]?.password_hash ?? null;
}
