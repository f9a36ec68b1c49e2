import type { OrganizationProfile } from '@vpisnik/contract/organizations';
import { and, arrayOverlaps, eq, getColumns, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { groups, organizations } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';

const { delete_after: _, ...columns } = getColumns(organizations);

export type OrganizationRow = Omit<typeof organizations.$inferSelect, 'delete_after'>;
export type OrganizationChange = PgUpdateSetSource<typeof organizations>;

/** One organisation, if the transaction may see it. */
export async function selectOrganization(tx: Transaction, id: string): Promise<OrganizationRow | undefined> {
  const rows = await tx.select(columns).from(organizations).where(eq(organizations.id, id));
  return rows[0];
}

/** Changes an organisation; undefined when it is not there, or not at `version` any more. */
export async function updateOrganization(
  tx: Transaction,
  id: string,
  version: number | undefined,
  change: OrganizationChange,
): Promise<OrganizationRow | undefined> {
  const unchanged = version === undefined ? undefined : eq(organizations.version, version);
  const rows = await tx
    .update(organizations)
    // never nothing: a body may hold only the version
    .set({ ...change, updated_at: sql`now()` })
    .where(and(eq(organizations.id, id), unchanged))
    .returning(columns);
  return rows[0];
}

/** A profile with some parts changed; the others stay. */
export function mergedProfile(parts: OrganizationProfile): SQL {
  return sql`${organizations.profile} || ${JSON.stringify(parts)}::jsonb`;
}

/** Whether any group is offered in one of these languages. */
export async function hasGroupIn(
  tx: Transaction,
  organizationId: string,
  languages: string[],
): Promise<boolean> {
  const rows = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.organization_id, organizationId), arrayOverlaps(groups.languages, languages)))
    .limit(1);
  return rows.length > 0;
}

const byName = {
  key: sql`${organizations.name} collate "sl-x-icu"`,
  id: sql`${organizations.id}`,
  descending: false,
};

/** Organisations by name; only for those who may see all of them. */
export async function listOrganizations(
  tx: Transaction,
  query: {
    search?: string | undefined;
    last_id?: string | undefined;
    limit: number;
    with_total?: boolean | undefined;
  },
) {
  const matching: SQL | undefined = query.search
    ? sql`position(app.fold(${query.search}) in app.fold(${organizations.name})) > 0`
    : undefined;
  const rows = await tx
    .select(columns)
    .from(organizations)
    .where(and(matching, afterCursor(byName, query.last_id)))
    .orderBy(orderBy(byName))
    .limit(query.limit + 1);
  const total = query.with_total ? await tx.$count(organizations, matching) : undefined;
  return { ...pageOf(rows, query.limit, (row) => row.name), ...(total !== undefined && { total }) };
}
