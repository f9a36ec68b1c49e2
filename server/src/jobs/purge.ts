import type { Pool } from 'pg';
import { purgeExpiredIdentity } from '../identity/purge.ts';

/** Removes what is kept for a while only: expired sign-ins, codes and limits, and answers to applications after 48 hours. */
export async function purge(system: Pool): Promise<void> {
  await purgeExpiredIdentity(system);
  await system.query(`delete from idempotency_keys where created_at < now() - interval '48 hours'`);
}
