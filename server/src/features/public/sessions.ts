import type { PublicGroupPage } from '@vpisnik/contract/public';
import { localDay, type Slot } from '@vpisnik/contract/schedule';
import { sessionsBetween, takesPlace } from '@vpisnik/contract/timetable';
import type { PublicScope } from '../../db/scope.ts';
import { loadDepartures } from '../sessions/departures.ts';

type Group = Pick<PublicGroupPage, 'id' | 'start_date' | 'end_date'> & {
  schedule: { day: string; start_time: string; duration: number }[];
};

/** How far ahead visitors are told of single dates, in days. */
const AHEAD = 61;
/** What is told at most: a list, not a calendar. */
const MOST_CHANGES = 8;

/**
 * The next session of a published group and what departs from its schedule in the two months from today on, or from its
 * first day when that is still to come.
 */
export async function comingSessions(
  scope: PublicScope,
  group: Group,
  timeZone: string,
): Promise<Pick<PublicGroupPage, 'next_session' | 'changes'>> {
  const now = new Date();
  const today = localDay(now, timeZone);
  const from = group.start_date && group.start_date > today ? group.start_date : today;
  const to = new Date(Date.parse(from) + AHEAD * 86_400_000).toISOString().slice(0, 10);
  const departuresOf = await loadDepartures(scope, from, to, group.id);
  const sessions = sessionsBetween(
    { ...group, schedule: group.schedule as Slot[] },
    from,
    to,
    departuresOf(group.id),
  );
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(now);
  const isAhead = ({ date, start_time }: { date: string; start_time: string }) =>
    date > today || start_time > time;
  const ahead = sessions.filter(isAhead);
  return {
    next_session: ahead.find(takesPlace) ?? null,
    changes: ahead.filter(({ state }) => state !== 'regular').slice(0, MOST_CHANGES),
  };
}
