import type { Pool, PoolClient } from 'pg';
import { asSystem } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { recordOwn } from '../../identity/activity.ts';
import { findCode, redeemCode, refusalOf } from '../../identity/codes.ts';
import { hashPassword } from '../../identity/passwords.ts';

type Invitation = { organization_name: string; name: string; email: string };

/** Who is invited to what; looking doesn't use the code up. */
export async function checkInvitation(system: Pick<PoolClient, 'query'>, code: string): Promise<Invitation> {
  const refused = await refusalOf(system, code, 'invitation');
  if (refused) throw new AppError(refused);
  const accountId = (await findCode(system, code, 'invitation'))?.accountId;
  const { rows } = await system.query<Invitation>(
    `select o.name as organization_name, a.name, a.email
     from accounts a join memberships m on m.account_id = a.id and m.active
     join organizations o on o.id = m.organization_id where a.id = $1 and a.confirmed_at is null`,
    [accountId],
  );
  // whoever was deactivated in the meantime, or has got in by a link for a forgotten password, is invited no more
  if (!rows[0]) throw new AppError('code_invalid');
  return rows[0];
}

/** Accepts an invitation by choosing a password. The link came to the address, so that is confirmed. */
export async function acceptInvitation(
  system: Pool,
  code: string,
  password: string,
): Promise<{ email: string }> {
  // a bad link costs no hashing
  await checkInvitation(system, code);
  const hash = await hashPassword(password);
  return await asSystem(system, async (client) => {
    const { email } = await checkInvitation(client, code);
    const redeemed = await redeemCode(client, code, 'invitation');
    if (typeof redeemed === 'string') throw new AppError(redeemed);
    await client.query(
      `update accounts set password_hash = $2, password_change_required = false,
         confirmed_at = coalesce(confirmed_at, now()) where id = $1`,
      [redeemed.accountId, hash],
    );
    await recordOwn(client, redeemed.accountId, 'invitation_accepted');
    return { email };
  });
}
