/** Many rows at once. What is there already, seen or not, is passed over and not changed. */
import type { ImportKind } from '@vpisnik/contract/imports';
import { slugOf } from '@vpisnik/contract/slug';
import type { Language } from '@vpisnik/contract/texts';
import { eq, max, sql } from 'drizzle-orm';
import { categories, group_leaders, groups, locations, membership_groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type Bodies = readonly Record<string, unknown>[];

/** Statements have a bounded number of parameters. */
const AT_ONCE = 200;

/**
 * Adds rows of one kind.
 *
 * @returns the id of each that was added, at its place; undefined for one whose label was taken
 */
export async function insertRows(
  scope: Scope,
  kind: ImportKind,
  bodies: Bodies,
): Promise<(string | undefined)[]> {
  const added: (string | undefined)[] = [];
  for (let from = 0; from < bodies.length; from += AT_ONCE)
    added.push(...(await inserters[kind](scope, bodies.slice(from, from + AT_ONCE))));
  return added;
}

const inserters: Record<ImportKind, (scope: Scope, bodies: Bodies) => Promise<(string | undefined)[]>> = {
  groups: insertGroups,
  categories: insertCategories,
  locations: insertLocations,
};

async function insertGroups(scope: Scope, bodies: Bodies): Promise<(string | undefined)[]> {
  const organization_id = scope.organizationId;
  const ids = await newIds(scope, bodies.length);
  const values = bodies.map(({ leader_ids: _, ...body }, at) => ({
    ...(body as typeof groups.$inferInsert),
    id: ids[at],
    updated_by: scope.name,
    organization_id,
  }));
  const rows = await scope.tx
    .insert(groups)
    .values(values)
    .onConflictDoNothing({ target: [groups.organization_id, groups.label] })
    .returning({ id: groups.id });
  const added = new Set(rows.map(({ id }) => id));
  const leaders = bodies.flatMap(({ leader_ids }, at) => {
    const group_id = ids[at];
    if (!group_id || !added.has(group_id)) return [];
    return (leader_ids as string[]).map((account_id) => ({ organization_id, group_id, account_id }));
  });
  if (leaders.length > 0) await scope.tx.insert(group_leaders).values(leaders);
  // a creator who is limited to some groups gets the new ones among them
  if (!scope.allGroups && added.size > 0)
    await scope.tx
      .insert(membership_groups)
      .values([...added].map((group_id) => ({ organization_id, account_id: scope.accountId, group_id })));
  return ids.map((id) => (added.has(id) ? id : undefined));
}

/** Row-level security must know the ids of groups before their rows are written. */
async function newIds(scope: Scope, count: number): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ id: string }>(
    scope.allGroups
      ? sql`select uuidv7() as id from generate_series(1, ${count}::integer)`
      : sql`with made as materialized (select uuidv7() as id from generate_series(1, ${count}::integer))
          select id, app.include_group(id) from made`,
  );
  return rows.map(({ id }) => id);
}

async function insertCategories(scope: Scope, bodies: Bodies): Promise<(string | undefined)[]> {
  const organization_id = scope.organizationId;
  const [last] = await scope.tx
    .select({ position: max(categories.position) })
    .from(categories)
    .where(eq(categories.organization_id, organization_id));
  const rows = await scope.tx
    .insert(categories)
    .values(
      bodies.map((body, at) => ({
        ...(body as typeof categories.$inferInsert),
        position: (last?.position ?? -1) + 1 + at,
        organization_id,
      })),
    )
    .onConflictDoNothing({ target: [categories.organization_id, categories.label] })
    .returning({ id: categories.id, label: categories.label });
  const byLabel = new Map(rows.map(({ id, label }) => [label, id]));
  return bodies.map(({ label }) => byLabel.get(label as string));
}

async function insertLocations(scope: Scope, bodies: Bodies): Promise<(string | undefined)[]> {
  const rows = await scope.tx
    .insert(locations)
    .values(
      bodies.map((body) => ({
        ...(body as typeof locations.$inferInsert),
        organization_id: scope.organizationId,
      })),
    )
    .returning({ id: locations.id });
  return rows.map(({ id }) => id);
}

/** Makes the categories and locations that groups name, called the same in every language. */
export async function insertMissing(
  scope: Scope,
  missing: { categories: string[]; locations: string[] },
  languages: readonly Language[],
): Promise<void> {
  const named = missing.categories.map((name) => ({
    label: slugOf(name) || 'kategorija',
    name: Object.fromEntries(languages.map((one) => [one, name])),
    languages: [...languages],
  }));
  if (named.length > 0) await insertRows(scope, 'categories', named);
  const places = missing.locations.map((name) => ({ name }));
  if (places.length > 0) await insertRows(scope, 'locations', places);
}
