import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { groups } from '../../db/schema.ts';
import type { PublicScope } from '../../db/scope.ts';

/** Published groups that may still be going on, with the languages of their pages. */
export function selectPublishedGroups({ tx, organizationId }: PublicScope) {
  return tx
    .select({ label: groups.label, languages: sql<Language[]>`${groups.languages}` })
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, organizationId),
        eq(groups.active, true),
        or(isNull(groups.end_date), gte(groups.end_date, sql`current_date - 1`)),
      ),
    )
    .orderBy(groups.id);
}
