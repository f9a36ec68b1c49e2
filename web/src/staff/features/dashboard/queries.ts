import { queryOptions } from '@tanstack/react-query';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { Api } from '../../../lib/api.ts';
import { addDays } from '../../../ui/date.ts';

/** The sessions of a week from its Monday on. */
export const weekQuery = (api: Api, monday: string) =>
  queryOptions(api.sessions.list.options({ query: { from: monday, to: addDays(monday, 6) } }));

type Waiting = Pick<GroupSummary, 'active' | 'places' | 'taken' | 'waiting'>;

/** How many of a group's free places somebody could be given who waits. */
export function freeForWaiting({ active, places, taken, waiting }: Waiting): number {
  if (!active || waiting === 0) return 0;
  return places === null ? waiting : Math.max(0, Math.min(places - taken, waiting));
}
