import { flagIn, searchIn } from './address.ts';

/** Address of a plain list. */
export type ListSearch = { search?: string; active?: boolean };

/** Reads the search and `active` filter of an address; drops invalid values. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const text = searchIn(search.search);
  const active = flagIn(search.active);
  return { ...(text && { search: text }), ...(active !== undefined && { active }) };
}

/** An address with some of it changed; `undefined` takes a part away. */
export function changedSearch<Search extends object>(
  now: Search,
  change: { [Name in keyof Search]?: Search[Name] | undefined },
): Search {
  const entries = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Search;
}

/** The newest values with what was added to and taken from those that were shown. */
export const withChange = <Value extends string>(
  now: readonly Value[],
  shown: readonly Value[],
  next: readonly Value[],
): Value[] => [
  ...now.filter((one) => next.includes(one) || !shown.includes(one)),
  ...next.filter((one) => !now.includes(one) && !shown.includes(one)),
];

/** The filters of a list as its call takes them. */
export const queryOf = ({ search, active }: ListSearch): { search?: string; active?: 'true' | 'false' } => ({
  ...(search && { search }),
  ...(active !== undefined && { active: active ? 'true' : 'false' }),
});
