import { localDay } from '@vpisnik/contract/rules/schedule';
import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Today where the organisation is, `YYYY-MM-DD`. */
export async function selectToday(scope: Scope): Promise<string> {
  const rows = await scope.tx
    .select({ time_zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return localDay(new Date(), rows[0]?.time_zone ?? 'UTC');
}
