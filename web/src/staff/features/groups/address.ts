import { periods } from '@vpisnik/contract/groups';
import { dayIn, flagIn, idsIn, searchIn, wordsIn } from '../../../lib/address.ts';
import type { AddressChange } from '../../routing/use-address.ts';

type Period = (typeof periods)[number];

/** Address of the list of groups; unknown parts are dropped. */
export type GroupsSearch = {
  search?: string;
  category_id?: string[];
  location_id?: string[];
  leader_id?: string[];
  active?: boolean;
  /** Only archived groups; absent: all others. */
  archived?: true;
  /** Whether applications are accepted. */
  accepting?: boolean;
  free_places?: boolean;
  period?: Period[];
  /** Lists past groups too. */
  every_period?: true;
  /** First and last day of the time in which they meet. */
  from?: string;
  to?: string;
  sort?: '-name' | 'start_date' | '-start_date';
};

/** Reads the filters of an address; drops invalid ones. */
export function parseGroupsSearch(search: Record<string, unknown>): GroupsSearch {
  const read = {
    search: searchIn(search.search),
    category_id: idsIn(search.category_id),
    location_id: idsIn(search.location_id),
    leader_id: idsIn(search.leader_id),
    active: flagIn(search.active),
    archived: flagIn(search.archived) || undefined,
    accepting: flagIn(search.accepting),
    free_places: flagIn(search.free_places),
    period: wordsIn(search.period, periods),
    every_period: flagIn(search.every_period) || undefined,
    from: dayIn(search.from),
    to: dayIn(search.to),
    sort: wordsIn(search.sort, ['-name', 'start_date', '-start_date'])?.[0],
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Whether anything narrows the list beyond what it shows by itself. */
export const isFiltered = ({ sort: _, every_period: __, ...filters }: GroupsSearch): boolean =>
  Object.keys(filters).length > 0;

/** The periods listed by default. */
export const usualPeriods: readonly Period[] = ['current', 'upcoming'];

/** The periods that are listed; undefined for all. A search and a filter of days find older groups too. */
export function listedPeriods({
  period,
  every_period,
  archived,
  search,
  from,
  to,
}: GroupsSearch): readonly Period[] | undefined {
  if (period) return period;
  return every_period || archived || search || from || to ? undefined : usualPeriods;
}

/** How an address says which periods are listed. */
export function periodChange(
  chosen: readonly Period[],
): AddressChange<Pick<GroupsSearch, 'period' | 'every_period'>> {
  const isEvery = chosen.length === 0 || chosen.length === periods.length;
  const isUsual = chosen.length === usualPeriods.length && usualPeriods.every((one) => chosen.includes(one));
  return {
    period: isEvery || isUsual ? undefined : [...chosen],
    every_period: isEvery ? true : undefined,
  };
}
