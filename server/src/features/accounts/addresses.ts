import type { Pool } from 'pg';
import { type AccountScope, asSystem } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { recordOwn } from '../../identity/activity.ts';
import { redeemCode, voidCodes } from '../../identity/codes.ts';
import { enqueueAccountMail, enqueueLimitedMail } from '../../mail/account-outbox.ts';

/** Mails a link to the new address. Whether somebody else has that address shows only there. */
export async function requestEmailChange(system: Pool, scope: AccountScope, email: string): Promise<void> {
  if (email === scope.email) throw invalidFields([{ path: 'email', code: 'email_unchanged' }]);
  await asSystem(system, (client) =>
    enqueueLimitedMail(client, {
      kind: 'email_change',
      to_address: email,
      account_id: scope.accountId,
      data: { email },
    }),
  );
}

/**
 * Changes the address of an account with the code that came to the new one. Links that went to the old address become
 * worthless; where the old one was also its organisation's, the organisation follows.
 */
export async function confirmEmailChange(system: Pool, code: string): Promise<{ email: string }> {
  return await asSystem(system, async (client) => {
    const redeemed = await redeemCode(client, code, 'email_change');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    const { accountId, data } = redeemed;
    const { rows } = await client.query<{ old_email: string }>(
      `update accounts set email = $2 from (select id, email from accounts where id = $1 for update) as old
       where accounts.id = old.id returning old.email as old_email`,
      [accountId, data.email],
    );
    const old = rows[0]?.old_email ?? '';
    await client.query(
      `update organizations set owner_email = $3
       where owner_email = $2 and id = (select organization_id from memberships where account_id = $1)`,
      [accountId, old, data.email],
    );
    for (const purpose of ['password_reset', 'email_change', 'device'] as const)
      await voidCodes(client, accountId, purpose);
    await recordOwn(client, accountId, 'email_changed');
    await enqueueAccountMail(client, {
      kind: 'email_changed',
      to_address: old,
      account_id: accountId,
      data: { email: data.email ?? '' },
    });
    return { email: data.email ?? '' };
  });
}
