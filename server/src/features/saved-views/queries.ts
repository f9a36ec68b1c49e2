import type { contract } from '@vpisnik/contract/contract';
import { type SavedView, usualSort } from '@vpisnik/contract/saved-views';
import { and, eq, getColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { saved_views } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

const { organization_id: _, account_id, ...plain } = getColumns(saved_views);
const shown = { ...plain, shared: sql<boolean>`${account_id} is null` };

type Calls = typeof contract.saved_views;
type Body = z.output<Calls['create']['body']>;
type Change = Omit<z.output<Calls['update']['body']>, 'version'>;

const inReach = (scope: Scope, ...more: SQL[]) =>
  and(
    eq(saved_views.organization_id, scope.organizationId),
    or(isNull(account_id), eq(account_id, scope.accountId)),
    ...more,
  );

/** The views of the caller and those of all administrators. */
export async function selectViews(scope: Scope, ...more: SQL[]): Promise<SavedView[]> {
  const rows = (await scope.tx
    .select(shown)
    .from(saved_views)
    .where(inReach(scope, ...more))
    .orderBy(sql`${saved_views.name} collate "sl-x-icu"`, saved_views.id)) as Omit<SavedView, 'missing'>[];
  const gone = await selectGone(scope, rows);
  return rows.map((row) => ({
    ...row,
    missing: namedIn(row).flatMap(({ place, ids }) => (ids.some((id) => gone.has(id)) ? [place] : [])),
  }));
}

/** One view in reach. */
export async function selectView(scope: Scope, id: string): Promise<SavedView | undefined> {
  return (await selectViews(scope, eq(saved_views.id, id)))[0];
}

const ownerOf = ({ accountId }: Scope, shared: boolean) => (shared ? null : accountId);

/** How many views the caller has, and how many all administrators have. */
export const countViews = (scope: Scope) => scope.tx.$count(saved_views, inReach(scope));

export async function insertView(scope: Scope, { shared, sort, ...body }: Body): Promise<string> {
  const [row] = await scope.tx
    .insert(saved_views)
    .values({
      ...body,
      sort: sort ?? usualSort(body.list),
      organization_id: scope.organizationId,
      account_id: ownerOf(scope, shared),
    })
    .returning({ id: saved_views.id });
  return row?.id ?? '';
}

/** Changes a view at a version; whether it was at that. */
export async function updateView(
  scope: Scope,
  id: string,
  version: number,
  { shared, ...change }: Change,
): Promise<boolean> {
  const { rowCount } = await scope.tx
    .update(saved_views)
    .set({
      ...(change as Partial<typeof saved_views.$inferInsert>),
      ...(shared !== undefined && { account_id: ownerOf(scope, shared) }),
      updated_at: sql`now()`,
    })
    .where(inReach(scope, eq(saved_views.id, id), eq(saved_views.version, version)));
  return rowCount === 1;
}

/** Deletes a view in reach; whether it was there. */
export async function deleteView(scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.delete(saved_views).where(inReach(scope, eq(saved_views.id, id)));
  return rowCount === 1;
}

type Stored = { filters: Record<string, unknown>; columns: string[] | null };
type Place = SavedView['missing'][number];

const isId = (word: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);

/** The ids of other things that a view names, by where they stand. */
function namedIn({ filters, columns }: Stored): { place: Place; ids: string[] }[] {
  const textsOf = (value: unknown) =>
    [value ?? []].flat().filter((one): one is string => typeof one === 'string');
  const filterPlaces = ['group_id', 'category_id', 'location_id', 'leader_id'] as const;
  return [
    ...filterPlaces.map((place) => ({ place, ids: textsOf(filters[place]) })),
    { place: 'answer', ids: textsOf(filters.answer).map((one) => one.slice(0, one.indexOf(':'))) },
    { place: 'columns', ids: (columns ?? []).filter(isId) },
  ];
}

/** Those of the ids that views name which are no longer there. */
async function selectGone(scope: Scope, views: Stored[]): Promise<Set<string>> {
  const ids = [...new Set(views.flatMap(namedIn).flatMap((one) => one.ids))];
  if (ids.length === 0) return new Set();
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::uuid[]) as named (id)
    except select id from groups where organization_id = ${scope.organizationId}
    except select id from categories where organization_id = ${scope.organizationId}
    except select id from locations where organization_id = ${scope.organizationId}
    except select account_id from group_leaders where organization_id = ${scope.organizationId}
    except select id from staff where organization_id = ${scope.organizationId}
    except select id from form_fields where organization_id = ${scope.organizationId}
    except select id from group_fields where organization_id = ${scope.organizationId}`);
  return new Set(rows.map(({ id }) => id));
}
