import { bulkLimits, type Selection } from '@vpisnik/contract/bulk-jobs';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { PaymentSelection } from '@vpisnik/contract/payment-acts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';

/** Chosen participants, or chosen payments. */
export type AnySelection = Selection | PaymentSelection;

/**
 * Refuses what can't be a selection before anybody is looked for.
 *
 * @throws {AppError} selection_empty, selection_too_large
 */
export function requireSelection(selection: AnySelection): void {
  const given = 'ids' in selection ? selection.ids : selection.exclude_ids;
  if (given.length > bulkLimits.rows) throw tooLarge();
  if (sizeOf(selection) === 0) throw new AppError('selection_empty');
}

/** How many are said to be chosen; there can't be more. */
export const sizeOf = (selection: AnySelection): number =>
  'ids' in selection ? selection.ids.length : selection.expected_count;

/** Refuses a selection that is not the one that was shown. */
function requireExpected(selection: AnySelection, count: number): void {
  if (count > bulkLimits.rows) throw tooLarge();
  if ('ids' in selection || selection.expected_count === count) return;
  throw new AppError('selection_changed', { count });
}

const tooLarge = () => new AppError('selection_too_large', { count: bulkLimits.rows });

/**
 * The ids of a selection in the order of the work, and those that name nothing in scope.
 *
 * @param chosen see `Subjects.choose`
 * @throws {AppError} selection_changed, selection_empty, selection_too_large
 */
export async function selectChosen(
  scope: Scope,
  selection: AnySelection,
  chosen: SQL,
): Promise<{ ids: string[]; unknown: string[] }> {
  const { rows } = await scope.tx.execute<{ id: string; found: boolean }>(
    sql`select coalesce(payment_id, participant_id) as id, found from (${chosen}) as chosen order by position`,
  );
  requireExpected(selection, rows.length);
  const those = (found: boolean) => rows.filter((row) => row.found === found).map(({ id }) => id);
  return { ids: those(true), unknown: those(false) };
}

/**
 * Writes down the rows of a job; from then on the selection is what it is. Of ids that name nothing in scope the first
 * ones alone get a row, and all are counted.
 *
 * @param chosen see `Subjects.choose`
 * @returns how many are chosen, and how many of them name nothing in scope
 * @throws {AppError} selection_changed, selection_empty, selection_too_large
 */
export async function insertChosen(
  scope: Scope,
  jobId: string,
  selection: AnySelection,
  chosen: SQL,
): Promise<{ total: number; unknown: number }> {
  const { rows } = await scope.tx.execute<{ total: number; unknown: number }>(sql`
    with chosen as materialized (${chosen}),
    counted as (
      select count(*)::integer as total, (count(*) filter (where not found))::integer as unknown from chosen
    ),
    inserted as (
      insert into bulk_job_rows (organization_id, job_id, position, participant_id, payment_id, state, reason)
      select ${scope.organizationId}::uuid, ${jobId}::uuid, position, participant_id, payment_id,
        case when found then 'waiting' else 'skipped' end, case when not found then 'not_found' end
      from chosen, counted
      where found or position <= total - unknown + ${bulkLimits.unknown}
    )
    select total, unknown from counted
  `);
  const { total = 0, unknown = 0 } = rows[0] ?? {};
  requireExpected(selection, total);
  return { total, unknown };
}

/** A selection as the job keeps it: ids are in the job's rows. */
export function keptSelection(selection: AnySelection): Record<string, unknown> {
  if ('ids' in selection) return { ids: selection.ids.length };
  const { filter, exclude_ids, expected_count, as_of } = selection;
  return { filter, excluded: exclude_ids.length, expected_count, as_of };
}

/**
 * A filter for the activity log, which outlives what people tell: that there was a search, not for what, and of answers to
 * fields that are sensitive, or that are gone, the field alone. Groups, categories, locations, leaders and fields have their
 * names beside it, by their ids: texts, or a text alone.
 */
export async function loggedFilter(
  scope: Scope,
  { search, ...filter }: ParticipantFilter,
): Promise<{ filter: Record<string, unknown>; names: Record<string, unknown> }> {
  const { group_id = [], category_id = [], location_id = [], leader_id = [], answer = [] } = filter;
  const all = [...group_id, ...category_id, ...location_id, ...leader_id, ...answer.map(fieldOf)];
  const { names, open } = all.length > 0 ? await namesOf(scope, all) : { names: {}, open: [] };
  const kept = answer.map((one) => (open.includes(fieldOf(one)) ? one : fieldOf(one)));
  return {
    filter: {
      ...filter,
      ...(search && { search: true }),
      ...(answer.length > 0 && { answer: [...new Set(kept)] }),
    },
    names,
  };
}

const fieldOf = (answer: string) => answer.slice(0, 36);

/** Names by ids, and the fields among them that are not sensitive. */
async function namesOf(
  scope: Scope,
  ids: string[],
): Promise<{ names: Record<string, unknown>; open: string[] }> {
  const its = sql`organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])`;
  const { rows } = await scope.tx.execute<{ names: Record<string, unknown>; open: string[] }>(sql`
    select coalesce(jsonb_object_agg(id, name), '{}') as names,
      coalesce(jsonb_agg(id) filter (where is_open), '[]') as open
    from (
      select id, name, false as is_open from groups where ${its}
      union all select id, name, false from categories where ${its}
      union all select id, to_jsonb(name), false from locations where ${its}
      union all select id, to_jsonb(name), false from staff where ${its}
      union all select id, name, not sensitive from form_fields where ${its}
    ) as named`);
  return rows[0] ?? { names: {}, open: [] };
}
