import type { Pool } from 'pg';
import { PlainError } from '../plain-error.ts';
import { normaliseEmail } from './accounts.ts';
import { issueCode } from './codes.ts';

/** Seconds a link is good for. */
const LIFE = 3600;

/** How the platform ADMIN came to be. */
export type AdminOutcome = 'created' | 'recovered';

/**
 * Creates a platform ADMIN, or lets one back in without a second factor, by a link that sets the password; it works once and for an hour. The
 * code stands behind `#`, so that it reaches no server log on the way.
 *
 * @throws when the address belongs to an organisation's user, whom a platform ADMIN can't be at the same time.
 */
export async function invitePlatformAdmin(
  system: Pool,
  publicUrl: string,
  address: string,
): Promise<{ outcome: AdminOutcome; link: string }> {
  const email = normaliseEmail(address);
  const { rows } = await system.query<{ id: string; created: boolean; member: boolean }>(
    `insert into accounts as a (email, name, platform_admin) values ($1, $1, true)
     on conflict (email) do update set platform_admin =
       a.platform_admin or not exists (select from memberships m where m.account_id = a.id)
     returning id, xmax = 0 as created, exists (select from memberships m where m.account_id = a.id) as member`,
    [email],
  );
  const account = rows[0];
  if (!account) throw new Error('The account could not be written.');
  if (account.member) {
    throw new PlainError(
      `${email} belongs to a user of an organisation. Choose another address for the platform.`,
    );
  }
  // whoever runs the installation lets back in who lost the app and the recovery codes too
  await system.query('delete from second_factors where account_id = $1', [account.id]);
  await system.query('delete from recovery_codes where account_id = $1', [account.id]);
  const code = await issueCode(system, account.id, 'password_reset', LIFE);
  const link = new URL('/reset-password/confirm', publicUrl);
  link.hash = `code=${code}`;
  return { outcome: account.created ? 'created' : 'recovered', link: link.href };
}
