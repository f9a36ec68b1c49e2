import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';

/** Active, confirmed staff of the organisation, by name. */
export async function listLeaders(scope: Scope): Promise<{ id: string; name: string }[]> {
  const { rows } = await scope.tx.execute<{ id: string; name: string }>(
    sql`select id, name from staff where active and confirmed order by name collate "sl-x-icu", id`,
  );
  return rows;
}
