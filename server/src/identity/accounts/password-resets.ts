import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { asSystem } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { enqueueAccountMail } from '../mails/account-outbox.ts';
import { endSignIns } from './accounts.ts';
import { findCode, redeemCode, refusalOf, voidAddressChanges, voidCodes } from './codes.ts';
import { hashPassword } from './passwords.ts';

/** Refuses a code that would not set a password any more; looking doesn't use it up. */
export async function checkPasswordReset(system: Pool, code: string): Promise<void> {
  const refused = await refusalOf(system, code, 'password_reset');
  if (refused) throw new AppError(refused);
}

/**
 * Sets a password with a code, and voids all others of the account. The link came to the account's own address, so using it
 * also confirms that.
 */
export async function resetPassword(system: Pool, code: string, password: string): Promise<void> {
  // a bad link costs no hashing
  await checkPasswordReset(system, code);
  const hash = await hashPassword(password, 'known');
  await asSystem(system, async (client) => {
    const account = await findCode(client, code, 'password_reset');
    if (!account) throw new AppError('code_invalid');
    const { accountId } = account;
    await voidAddressChanges(client, accountId);
    const redeemed = await redeemCode(client, code, 'password_reset');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    await voidCodes(client, accountId, 'password_reset');
    const { rows } = await client.query<{ email: string }>(
      `update accounts set password_hash = $2, password_change_required = false,
         confirmed_at = coalesce(confirmed_at, now()) where id = $1 returning email`,
      [accountId, hash],
    );
    await endSignIns(client, accountId);
    await recordOwn(client, accountId, 'password_reset');
    await enqueueAccountMail(client, {
      kind: 'password_changed',
      to_address: rows[0]?.email ?? '',
      account_id: accountId,
    });
  });
}
