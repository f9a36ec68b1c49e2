import type { Language } from '@vpisnik/contract/texts';
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { groups, organizations } from '../../db/schema.ts';
import type { PublicScope } from '../../db/scope.ts';

/** Origins that may show the organisation's public pages in a frame. */
export async function selectEmbedOrigins({ tx, organizationId }: PublicScope): Promise<string[]> {
  const rows = await tx
    .select({ embed_origins: organizations.embed_origins })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return rows[0]?.embed_origins ?? [];
}

/** Published groups that may still be going on, with the languages of their pages. */
export function selectPublishedGroups({ tx, organizationId }: PublicScope) {
  return tx
    .select({ id: groups.id, languages: sql<Language[]>`${groups.languages}` })
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
