import type { Pool } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { type AccountScope, asSystem, renewed } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { claimAddress } from '../../identity/accounts/accounts.ts';
import {
  cancelAddressMails,
  findCode,
  holdForRequest,
  redeemCode,
  voidCodes,
} from '../../identity/accounts/codes.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';

/** Mails a link to the new address. Only that mail reveals whether another account has the address. */
export async function requestEmailChange(system: Pool, scope: AccountScope, email: string): Promise<void> {
  if (email === scope.email) throw invalidFields([{ path: 'email', code: 'email_unchanged' }]);
  await asSystem(system, async (client) => {
    await holdForRequest(client, scope.accountId);
    // the password may have changed since it was checked, which ends sign-ins
    await renewed(scope, 1);
    await enqueueAccountMail(client, {
      kind: 'email_change',
      to_address: email,
      account_id: scope.accountId,
      data: { email },
    });
  });
}

/**
 * Changes an account's address with the code mailed to the new one; removes an unconfirmed registration of that. Voids
 * links mailed to the old address; an organisation with the old address as its owner's gets the new one.
 *
 * @throws {AppError} code_invalid, code_expired, email_taken
 */
export async function confirmEmailChange(system: Pool, code: string): Promise<{ email: string }> {
  return await asSystem(system, async (client) => {
    const change = await findCode(client, code, 'email_change');
    if (!change) throw new AppError('code_invalid');
    const { accountId, data } = change;
    const { email = '' } = data;
    // in the order of `cancelAddressMails`; changes of staff lock the organisation as well
    await client.query(
      `select from organizations where id = (select organization_id from memberships where account_id = $1)
       for no key update`,
      [accountId],
    );
    await cancelAddressMails(client, accountId, 'email_change');
    const { rows } = await client.query<{ email: string }>(
      'select email from accounts where id = $1 for update',
      [accountId],
    );
    const redeemed = await redeemCode(client, code, 'email_change');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    const { email: old } = found(rows[0]);
    // two links to the same address, of which the other was followed before
    if (email !== old && !(await claimAddress(client, email)))
      throw new AppError('email_taken', { errors: [{ path: 'email', code: 'email_taken' }] });
    // while the old address is still the account's
    await enqueueAccountMail(client, {
      kind: 'email_changed',
      to_address: old,
      account_id: accountId,
      data: { email },
    });
    await client.query('update accounts set email = $2 where id = $1', [accountId, email]);
    await client.query(
      `update organizations set owner_email = $3
       where owner_email = $2 and id = (select organization_id from memberships where account_id = $1)`,
      [accountId, old, email],
    );
    await voidCodes(client, accountId, 'email_change', 'password_reset', 'device');
    await recordOwn(client, accountId, 'email_changed');
    return { email };
  });
}
