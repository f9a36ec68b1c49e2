import type { Selection } from '@vpisnik/contract/bulk-jobs';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { requireSelection } from '../bulk-jobs/selection.ts';
import { filtersOf, selectMatching } from '../participants/filters.ts';

/** Whom an export is of: a selection, or all that match a filter. */
export type Whom = { selection: Selection } | { filter: ParticipantFilter };

/** The participants of an export that are in scope: how many, and in which groups. */
export type Chosen = {
  count: number;
  /** Chosen ids that name nobody in scope. */
  missing: number;
  /** Names of their groups by id. */
  groups: Map<string, Texts>;
  /** SQL: columns of all of them. */
  select: (columns: SQL) => SQL;
};

/**
 * Finds those whom an export is of; ids that name nobody in scope are not among them.
 *
 * @param isSettled the selection was judged before; those in it now are taken
 * @throws {AppError} selection_empty, selection_changed, selection_too_large
 */
export async function chosenOf(scope: Scope, whom: Whom, isSettled = false): Promise<Chosen> {
  if ('selection' in whom && !isSettled) requireSelection(whom.selection);
  const select = await selectorOf(scope, whom);
  const { rows } = await scope.tx.execute<{ group_id: string; name: Texts; count: number }>(sql`
    select counted.group_id, g.name, counted.count
    from (
      select group_id, count(*)::integer as count from (${select(sql`participants.group_id`)}) as chosen group by group_id
    ) as counted
    join groups g on g.organization_id = ${scope.organizationId} and g.id = counted.group_id`);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  if ('selection' in whom && !isSettled) {
    const { selection } = whom;
    if ('filter' in selection && selection.expected_count !== count)
      throw new AppError('selection_changed', { count });
    if (count === 0) throw new AppError('selection_empty');
  }
  const ids = 'selection' in whom && 'ids' in whom.selection ? new Set(whom.selection.ids).size : count;
  return {
    count,
    missing: ids - count,
    select,
    groups: new Map(rows.map(({ group_id, name }) => [group_id, name])),
  };
}

async function selectorOf(scope: Scope, whom: Whom): Promise<Chosen['select']> {
  if ('filter' in whom) {
    const filters = await filtersOf(scope, whom.filter);
    return (columns) => selectMatching(scope, filters, columns);
  }
  const { selection } = whom;
  if ('ids' in selection) {
    const isChosen = sql`participants.id = any (${sql.param(selection.ids)}::uuid[])`;
    return (columns) => selectMatching(scope, {}, columns, isChosen);
  }
  const filters = await filtersOf(scope, selection.filter);
  const existed = sql`participants.created_at <= ${selection.as_of}::timestamptz`;
  const isKept = sql`participants.id <> all (${sql.param(selection.exclude_ids)}::uuid[])`;
  return (columns) => selectMatching(scope, filters, columns, existed, isKept);
}
