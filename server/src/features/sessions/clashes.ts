import type { contract } from '@vpisnik/contract/contract';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, meetWeekly, type Slot } from '@vpisnik/contract/rules/schedule';
import type { Texts } from '@vpisnik/contract/rules/texts';
import {
  type Booking,
  clashesOf,
  type Departures,
  inOrder,
  type SessionException,
  sessionsBetween,
} from '@vpisnik/contract/rules/timetable';
import type { ScheduleClash } from '@vpisnik/contract/sessions';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { loadDepartures } from './departures.ts';
import { selectToday } from './today.ts';

type Draft = z.output<typeof contract.sessions.clashes.body>;
type Leader = { id: string; name: string };

/** How far ahead it is looked, in days. */
const AHEAD = 365;
/** Stands for the group in question, and for one that is yet to be made. */
const NEW = '00000000-0000-0000-0000-000000000000';

/** The days of a draft that are still to come, at most a year of them; null when there are none. */
async function spanOf(scope: Scope, draft: Draft): Promise<[string, string] | null> {
  const dates = draft.dates.map(({ date }) => date).sort();
  const { start_date = null, end_date = null } =
    dates.length > 0 ? { start_date: dates[0], end_date: dates.at(-1) } : draft;
  const today = await selectToday(scope);
  const from = start_date && start_date > today ? start_date : today;
  const horizon = addDays(from, AHEAD);
  const to = end_date && end_date < horizon ? end_date : horizon;
  return from <= to ? [from, to] : null;
}

type Rival = {
  group_id: string;
  group_name: Texts;
  location_id: string | null;
  leader_ids: string[];
  schedule: Slot[];
  start_date: string | null;
  end_date: string | null;
  exceptions: SessionException[];
};

/** Other groups, drafts and those out of scope too, that share the place or a leader with a draft. */
async function selectRivals(scope: Scope, draft: Draft, from: string, to: string): Promise<Rival[]> {
  const { rows } = await scope.tx.execute<Rival>(sql`
    select * from app.bookings(${draft.location_id}::uuid, ${sql.param(draft.leader_ids)}::uuid[], ${from}, ${to})
    where group_id is distinct from ${draft.group_id}::uuid`);
  return rows;
}

/** Leaders of a draft by name, which all staff may see. */
async function selectLeaders(scope: Scope, ids: string[]): Promise<Leader[]> {
  const { rows } = await scope.tx.execute<Leader>(
    sql`select id, name from staff where id = any (${sql.param(ids)}::uuid[]) order by name collate "sl-x-icu", id`,
  );
  return rows;
}

/** A session of a draft, with the index of its slot or date. */
type Drafted = Slot & Pick<Booking, 'date' | 'state'> & { slot: number };

/** The sessions of a draft between two days (inclusive): its dates, else those of its schedule. */
function draftedSessions({ dates, ...draft }: Draft, from: string, to: string, departures: Departures) {
  if (dates.length > 0)
    return dates.flatMap((one, slot): Drafted[] => {
      const { date } = one;
      return date >= from && date <= to ? [{ ...one, slot, day: dayOf(date), state: 'moved' }] : [];
    });
  return sessionsBetween(draft, from, to, departures).flatMap((session): Drafted[] => {
    const { day, start_time, state } = session;
    // a date that was moved is not the schedule's matter
    if (state !== 'regular' && state !== 'held') return [];
    const slot = draft.schedule.findIndex((one) => one.day === day && one.start_time === start_time);
    return [{ ...session, slot }];
  });
}

/**
 * What a schedule or dates would clash with, one by one: each rival once, with the first date and how many follow. Of a
 * group out of scope it is only told that the place or the leader is taken then.
 */
export async function scheduleClashes(scope: Scope, draft: Draft): Promise<ScheduleClash[]> {
  const nothingShared = draft.location_id === null && draft.leader_ids.length === 0;
  if (nothingShared || (draft.schedule.length === 0 && draft.dates.length === 0)) return [];
  const span = await spanOf(scope, draft);
  if (!span) return [];
  const [from, to] = span;
  // what begins on the evening before may last into the first day
  const [first, last] = [addDays(from, -1), addDays(to, 1)];
  const draftId = draft.group_id ?? NEW;
  const [rivals, leaders, departuresOf] = await Promise.all([
    selectRivals(scope, draft, first, last),
    selectLeaders(scope, draft.leader_ids),
    loadDepartures(scope, first, last, draftId),
  ]);
  const { closures } = departuresOf(draftId);
  const own = draftedSessions(draft, from, to, departuresOf(draftId));
  const times = new Map(own.map((one) => [`${one.day} ${one.start_time} ${one.duration}`, one]));
  const slots = [...times.values()];
  const found = rivals.flatMap((rival) => {
    const isNear =
      rival.exceptions.length > 0 ||
      rival.schedule.some((slot) => slots.some((mine) => meetWeekly(slot, mine)));
    if (!isNear) return [];
    const departures = { closures, exceptions: rival.exceptions };
    const theirs = sessionsBetween(rival, first, last, departures).map((session) => ({
      ...session,
      slot: null,
      group_id: rival.group_id,
      location_id: session.other_location_id ?? rival.location_id,
      leader_ids: rival.leader_ids,
    }));
    const mine = own.map((session) => ({
      ...session,
      group_id: NEW,
      location_id: draft.location_id,
      leader_ids: draft.leader_ids,
    }));
    const { group_id, group_name } = rival;
    const isSeen = scope.allGroups || scope.groupIds.includes(group_id);
    const named = isSeen ? { group_id, group_name } : { group_id: null, group_name: null };
    return clashesWith(named, leaders, [...mine, ...theirs]);
  });
  return found.sort((a, b) => a.slot - b.slot || inOrder(a, b));
}

type Named = Pick<ScheduleClash, 'group_id' | 'group_name'>;

function clashesWith(
  named: Named,
  leaders: Leader[],
  sessions: (Booking & { slot: number | null })[],
): ScheduleClash[] {
  const bySlot = Map.groupBy(
    clashesOf(sessions),
    ({ sessions: pair }) => pair.find(({ group_id }) => group_id === NEW)?.slot ?? 0,
  );
  return [...bySlot].flatMap(([slot, clashes]) => {
    const [first] = clashes;
    const theirs = first?.sessions.find(({ group_id }) => group_id !== NEW);
    if (!first || !theirs) return [];
    const { location, leader_ids } = first;
    const { date, start_time } = theirs;
    const shared = leaders.filter(({ id }) => leader_ids.includes(id));
    return [{ ...named, slot, date, start_time, count: clashes.length, location, leaders: shared }];
  });
}
