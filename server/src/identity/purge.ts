import type { Pool } from 'pg';

/** Removes what has expired from the identity tables; meant to be called every few minutes. */
export async function purgeExpiredIdentity(system: Pool): Promise<void> {
  await system.query('delete from oidc_payloads where expires_at < now()');
  // a used or expired code still tells its holder what happened to it
  await system.query(`delete from account_codes where expires_at < now() - interval '30 days'`);
}
