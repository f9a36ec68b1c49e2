import type {
  OrganizationProfile,
  OrganizationUse,
  organizationStates,
  Use,
} from '@vpisnik/contract/organizations';
import { and, arrayOverlaps, desc, eq, getColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { groups, organization_deletions, organization_numbers, organizations } from '../../db/schema.ts';
import type { Database, Transaction } from '../../db/scope.ts';

const columns = getColumns(organizations);

export type OrganizationRow = typeof organizations.$inferSelect;
export type OrganizationChange = PgUpdateSetSource<typeof organizations>;

/** One organisation, if the transaction may see it. */
export async function selectOrganization(
  database: Database,
  id: string,
): Promise<OrganizationRow | undefined> {
  const rows = await database.select(columns).from(organizations).where(eq(organizations.id, id));
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

/** Of these languages, those that any group is offered in. */
export async function languagesInUse(
  tx: Transaction,
  organizationId: string,
  languages: string[],
): Promise<string[]> {
  const used = await Promise.all(
    languages.map((language) =>
      tx
        .select({ id: groups.id })
        .from(groups)
        .where(and(eq(groups.organization_id, organizationId), arrayOverlaps(groups.languages, [language])))
        .limit(1),
    ),
  );
  return languages.filter((_, at) => used[at]?.length);
}

const byName = {
  key: sql`${organizations.name} collate "sl-x-icu"`,
  id: sql`${organizations.id}`,
  descending: false,
};

/** Each word of a search must be in the name or in the owner's address; by the trigram index of both. */
function searched(search: string | undefined): SQL | undefined {
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  const { name, owner_email } = organizations;
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return sql`app.fold(${name} || ' ' || ${owner_email}) like app.fold(${pattern})`;
    }),
  );
}

function inState(state: (typeof organizationStates)[number] | undefined): SQL | undefined {
  const { active, delete_after } = organizations;
  switch (state) {
    case 'active':
      return eq(active, true);
    case 'inactive':
      return and(eq(active, false), isNull(delete_after));
    case 'deleted':
      return isNotNull(delete_after);
    default:
      return undefined;
  }
}

const {
  id: _,
  groups: its_groups,
  participants,
  users,
  last_activity_at,
  counted_at,
  ...use
} = getColumns(organization_numbers);
const numbers = { groups: its_groups, participants, users, last_activity_at, counted_at };
const { requested_by, requested_at } = organization_deletions;

/** Lists organisations by name, with their last counts; only for platform ADMINs. */
export async function listOrganizations(
  database: Database,
  query: {
    search?: string | undefined;
    state?: (typeof organizationStates)[number] | undefined;
    last_id?: string | undefined;
    limit: number;
    with_total?: boolean | undefined;
  },
) {
  const matching = and(searched(query.search), inState(query.state));
  const rows = await database
    .select({ ...columns, numbers, deletion: { requested_by, requested_at } })
    .from(organizations)
    .leftJoin(organization_numbers, eq(organization_numbers.id, organizations.id))
    .leftJoin(organization_deletions, eq(organization_deletions.id, organizations.id))
    .where(and(matching, afterCursor(byName, query.last_id)))
    .orderBy(orderBy(byName))
    .limit(query.limit + 1);
  const total = query.with_total ? await database.$count(organizations, matching) : undefined;
  return { ...pageOf(rows, query.limit, (row) => row.name), ...(total !== undefined && { total }) };
}

/** Organisations of a list by use. */
const HEAVIEST = 100;

/** Lists the organisations that use most of something, as it was last counted, the heaviest first. */
export async function listHeaviest(database: Database, by: Use): Promise<OrganizationUse[]> {
  const { id, name, active } = organizations;
  return database
    .select({ id, name, active, participants, ...use, counted_at })
    .from(organization_numbers)
    .innerJoin(organizations, eq(organizations.id, organization_numbers.id))
    .orderBy(desc(organization_numbers[by]), organization_numbers.id)
    .limit(HEAVIEST);
}
