import { addDays } from '@vpisnik/contract/rules/dates';
import type { FeePlan, FeeSeason } from '@vpisnik/contract/rules/fee-plan';
import { dayInMonth } from '@vpisnik/contract/rules/fee-plan';
import { goesAhead, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import { AHEAD_DAYS } from '../sessions/coming.ts';
import { loadDepartures } from '../sessions/departures.ts';
import type { FeeGroup, Reader } from './queries.ts';

/** The group's season, with the days of its sessions where late starters pay by them. */
export async function seasonOf(
  reader: Reader,
  group: FeeGroup,
  plan: FeePlan,
  joined: readonly string[],
): Promise<FeeSeason> {
  const { start_date, end_date } = group;
  const span = spanOf(group, plan, joined);
  if (plan.late_start !== 'sessions' || !span) return { start_date, end_date, sessions: [] };
  const departures = await loadDepartures(reader, span.from, span.to, group.id);
  const sessions = sessionsBetween(group, span.from, span.to, departures(group.id));
  return { start_date, end_date, sessions: sessions.filter(goesAhead).map(({ date }) => date) };
}

/**
 * Days between which sessions count: the months of joining, or the season and some weeks around it, into which its sessions
 * may be moved; undefined without an end.
 */
function spanOf({ start_date, end_date }: FeeGroup, plan: FeePlan, joined: readonly string[]) {
  if (plan.rhythm !== 'monthly')
    return start_date && end_date
      ? { from: addDays(start_date, -AHEAD_DAYS), to: addDays(end_date, AHEAD_DAYS) }
      : undefined;
  const [first, ...more] = joined.toSorted();
  if (first === undefined) return undefined;
  return { from: dayInMonth(first.slice(0, 7), 1), to: dayInMonth((more.at(-1) ?? first).slice(0, 7), 31) };
}
