import type { Pool } from 'pg';

/** Removes what has expired from the tables of sign-in: sessions, codes and windows of limits. */
export async function purgeExpiredIdentity(system: Pool): Promise<void> {
  await system.query('delete from oidc_payloads where expires_at < now()');
  await system.query('delete from rate_limits where expires_at < now()');
  // a used or expired code still tells its holder what happened to it
  await system.query(`delete from account_codes where expires_at < now() - interval '30 days'`);
}
