import { queryOptions } from '@tanstack/react-query';
import { addDays } from '@vpisnik/contract/rules/dates';
import { clashesOf } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import type { Api } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';
import type { SessionFilters } from './address.ts';

/** The sessions of a week from its Monday on: of published groups, or of the others. */
export const weekQuery = (api: Api, monday: string, active: boolean) =>
  queryOptions(
    api.sessions.list.options({
      query: { from: monday, to: addDays(monday, 6), ...(!active && { active: 'false' as const }) },
    }),
  );

/** The sessions of three weeks from a Monday on: as many as holidays may leave empty. */
export const soonQuery = (api: Api, monday: string, active: boolean) =>
  queryOptions(
    api.sessions.list.options({
      query: { from: monday, to: addDays(monday, 20), ...(!active && { active: 'false' as const }) },
    }),
  );

/** Pending work; new applications show within a minute. */
export const factsQuery = (api: Api) =>
  queryOptions({ ...api.dashboard.facts.options(), refetchInterval: 60_000 });

/** Fetches pending work anew. */
export const useRefreshFacts = () => useRefresh((api) => [api.dashboard.facts.key()]);

/** Clash of a session with another: same location, and the names of shared leaders. */
export type SessionClash = { other: Session; location: boolean; leaders: string[] };

/** Clashes of each session that has any. Pass all sessions, not filtered ones, or clashes with hidden ones are missed. */
export function clashesBySession(sessions: readonly Session[]): Map<Session, SessionClash[]> {
  const bookings = sessions.map((session) => ({
    ...session,
    session,
    leader_ids: session.leaders.map(({ id }) => id),
  }));
  const found = new Map<Session, SessionClash[]>();
  for (const { sessions: pair, location, leader_ids } of clashesOf(bookings)) {
    const [one, other] = pair;
    const leaders = one.leaders.filter(({ id }) => leader_ids.includes(id)).map(({ name }) => name);
    for (const [mine, its] of [
      [one, other],
      [other, one],
    ] as const)
      found.set(mine.session, [
        ...(found.get(mine.session) ?? []),
        { other: its.session, location, leaders },
      ]);
  }
  return found;
}

/** The sessions that every filter lets through. */
export function filteredSessions(
  sessions: readonly Session[],
  { category_id, location_id, leader_id }: SessionFilters,
): Session[] {
  return sessions.filter(
    (session) =>
      (!category_id || category_id.includes(session.category_id)) &&
      (!location_id || (session.location_id !== null && location_id.includes(session.location_id))) &&
      (!leader_id || session.leaders.some(({ id }) => leader_id.includes(id))),
  );
}
