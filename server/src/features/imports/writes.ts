/** Inserts of many rows at once. Skips rows that exist already, also those out of the caller's scope. */
import type { ImportKind } from '@vpisnik/contract/imports';
import { eq, max, sql } from 'drizzle-orm';
import {
  categories,
  group_fields,
  group_leaders,
  groups,
  locations,
  membership_groups,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type Bodies = readonly Record<string, unknown>[];

/** Statements have a bounded number of parameters. */
const AT_ONCE = 200;
/** A question has seven columns. */
const QUESTIONS_AT_ONCE = 2000;

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
  const values = bodies.map(({ leader_ids: _leaders, fields: _fields, ...body }, at) => ({
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
  const questions = bodies.flatMap(({ fields }, at) => {
    const group_id = ids[at];
    if (!group_id || !added.has(group_id)) return [];
    const asked = fields as Pick<typeof group_fields.$inferInsert, 'form_field_id' | 'widget' | 'required'>[];
    return asked.map((field, position) => ({ ...field, organization_id, group_id, position }));
  });
  for (let from = 0; from < questions.length; from += QUESTIONS_AT_ONCE)
    await scope.tx.insert(group_fields).values(questions.slice(from, from + QUESTIONS_AT_ONCE));
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

/** The end of a list that has an order. */
async function nextPosition(scope: Scope, table: typeof categories | typeof locations): Promise<number> {
  const [last] = await scope.tx
    .select({ position: max(table.position) })
    .from(table as typeof categories)
    .where(eq(table.organization_id, scope.organizationId));
  return (last?.position ?? -1) + 1;
}

async function insertCategories(scope: Scope, bodies: Bodies): Promise<(string | undefined)[]> {
  const organization_id = scope.organizationId;
  const next = await nextPosition(scope, categories);
  const rows = await scope.tx
    .insert(categories)
    .values(
      bodies.map((body, at) => ({
        ...(body as typeof categories.$inferInsert),
        position: next + at,
        organization_id,
      })),
    )
    .onConflictDoNothing({ target: [categories.organization_id, categories.label] })
    .returning({ id: categories.id, label: categories.label });
  const byLabel = new Map(rows.map(({ id, label }) => [label, id]));
  return bodies.map(({ label }) => byLabel.get(label as string));
}

async function insertLocations(scope: Scope, bodies: Bodies): Promise<(string | undefined)[]> {
  const next = await nextPosition(scope, locations);
  const rows = await scope.tx
    .insert(locations)
    .values(
      bodies.map((body, at) => ({
        ...(body as typeof locations.$inferInsert),
        position: next + at,
        organization_id: scope.organizationId,
      })),
    )
    .returning({ id: locations.id });
  return rows.map(({ id }) => id);
}
