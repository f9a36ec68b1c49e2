import { and, eq, getColumns, ilike, type SQL, sql } from 'drizzle-orm';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { organizations } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';

const { delete_after: _, ...columns } = getColumns(organizations);

export type OrganizationRow = Omit<typeof organizations.$inferSelect, 'delete_after'>;
export type OrganizationChange = Partial<typeof organizations.$inferInsert>;

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
    ? ilike(sql`app.fold(${organizations.name})`, sql`'%' || app.fold(${query.search}) || '%'`)
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
