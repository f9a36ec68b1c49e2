import { filtersOf, type ParticipantFilters, type ParticipantsSearch } from '../address.ts';

/**
 * Chosen rows: some by their ids, or all that match the list's filter without those that were unticked; then with
 * their number and the moment at which it was shown.
 */
export type Chosen =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string>; total: number; asOf: string };

export const nobody: Chosen = { kind: 'some', ids: new Set() };

/** Those of the shown rows that are chosen. */
export const shownOf = (chosen: Chosen, shown: readonly string[]): ReadonlySet<string> =>
  chosen.kind === 'some' ? chosen.ids : new Set(shown.filter((id) => !chosen.except.has(id)));

/** The choice after the shown rows have been ticked and unticked to be `selected`; rows not shown stay as they are. */
export function changed(chosen: Chosen, shown: readonly string[], selected: ReadonlySet<string>): Chosen {
  if (chosen.kind === 'some') return { kind: 'some', ids: selected };
  const except = new Set(chosen.except);
  for (const id of shown) selected.has(id) ? except.delete(id) : except.add(id);
  return except.size >= chosen.total ? nobody : { ...chosen, except };
}

/** The filter of a list; of a group's roster with its group. */
export function filterOf(search: ParticipantsSearch, groupId: string | null): ParticipantFilters {
  return groupId === null ? filtersOf(search) : { ...filtersOf(search), group_id: [groupId] };
}
