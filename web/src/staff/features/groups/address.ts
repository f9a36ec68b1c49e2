import { periods } from '@vpisnik/contract/groups';
import { dayIn, flagIn, idsIn, searchIn, wordsIn } from '../../../lib/address.ts';

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
  period?: (typeof periods)[number][];
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
    from: dayIn(search.from),
    to: dayIn(search.to),
    sort: wordsIn(search.sort, ['-name', 'start_date', '-start_date'])?.[0],
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Whether anything narrows the list. */
export const isFiltered = ({ sort: _, ...filters }: GroupsSearch): boolean => Object.keys(filters).length > 0;
