import type { Pool } from 'pg';

/** Deletes expired sessions, codes and limits, old mails, and stale unconfirmed registrations. */
export async function purgeExpiredIdentity(system: Pool): Promise<void> {
  await system.query('delete from oidc_payloads where expires_at < now()');
  await system.query('delete from rate_limits where expires_at < now()');
  // a used or expired code still tells its holder what happened to it
  await system.query(`delete from account_codes where expires_at < now() - interval '30 days'`);
  await system.query(`delete from sign_ins s where not exists (
    select from oidc_payloads g where g.model = 'Grant' and g.id = s.grant_id)`);
  await system.query(`delete from known_devices where used_at < now() - interval '1 year'`);
  await system.query(`delete from account_mails where created_at < now() - interval '30 days'`);
  await system.query('select app.remove_stale_registrations()');
}
