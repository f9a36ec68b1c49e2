/**
 * The dated sessions of groups: the weekly schedule, what departs from it, and what clashes. Pure rules over local days
 * and wall times, so no change of clocks moves, loses or doubles anything.
 */
import { type Day, dayOf, days, inAlphabet, type Slot } from './schedule.ts';
import type { Texts } from './texts.ts';

type Scheduled = { schedule: readonly Slot[]; start_date: string | null; end_date: string | null };

const DAY_MS = 86_400_000;

export const exceptionKinds = ['cancelled', 'moved', 'held', 'added'] as const;

/** A departure from the weekly schedule on one date; days `YYYY-MM-DD`, times "HH:MM", duration in minutes. */
export type SessionException = {
  id: string;
  /** `held` takes place although the organisation is closed. */
  kind: (typeof exceptionKinds)[number];
  /** The session of the schedule that it is about; null for an added one. */
  date: string | null;
  start_time: string | null;
  /** When it is instead, or when the added one is. */
  new_date: string | null;
  new_start_time: string | null;
  new_duration: number | null;
  /** The location where it is then; null where its group is. */
  location_id: string | null;
  reason: Texts;
};

/** Days on which the organisation is closed, both inclusive. */
export type Closure = { start_date: string; end_date: string; name: Texts };

/** Departures from the weekly schedule. */
export type Departures = { exceptions: readonly SessionException[]; closures: readonly Closure[] };

/** How a session came about: by the schedule, by an exception, or not at all (`cancelled`, `closed`). */
export type PlannedState = 'regular' | 'cancelled' | 'closed' | 'moved' | 'held' | 'added';
export const sessionStates = [
  'regular',
  'cancelled',
  'closed',
  'moved',
  'held',
  'added',
] as const satisfies PlannedState[];

export type PlannedSession = Slot & {
  date: string;
  state: PlannedState;
  /** Why it departs from the schedule; of a closed one the name of the closure. */
  reason: Texts;
  exception_id: string | null;
  /** When a moved one would have been. */
  moved_from: { date: string; start_time: string } | null;
  /** The location where it is when that is not its group's. */
  other_location_id: string | null;
};

/** Whether people come: a session that is cancelled or falls on a closed day is only told about. */
export function goesAhead({ state }: { state: string }): boolean {
  return state !== 'cancelled' && state !== 'closed';
}

/** Sessions by day, then time. */
export function inOrder(
  a: { date: string; start_time: string },
  b: { date: string; start_time: string },
): number {
  return inAlphabet(a.date, b.date) || inAlphabet(a.start_time, b.start_time);
}

const none: Departures = { exceptions: [], closures: [] };

/** Whether a session was moved or added by hand, so that it is not at the schedule's time. */
export function isElsewhere({ state }: { state: string }): boolean {
  return state === 'moved' || state === 'added';
}

/**
 * The dated meetings of a group between two days (inclusive), in order, cancelled ones included; no end date means
 * open-ended. The one place where schedule, exceptions and closures come together. An exception overrides a closure;
 * moved and added sessions may lie outside the group's dates.
 *
 * A session moved or added to the exact time of a scheduled one replaces it: it was put there while the day was closed,
 * the session cancelled or not yet scheduled, and participants were told of it. So it stays even if the closure is lifted.
 */
export function sessionsBetween(
  group: Scheduled,
  from: string,
  to: string,
  departures: Departures = none,
): PlannedSession[] {
  return remaining(plannedBetween(group, from, to, departures));
}

/** Drops scheduled sessions that a moved or added one replaces. */
export function remaining(planned: PlannedSession[]): PlannedSession[] {
  const decided = new Set(planned.filter(isElsewhere).map(beginningOf));
  if (decided.size === 0) return planned;
  return planned.filter((session) => isElsewhere(session) || !decided.has(beginningOf(session)));
}

const beginningOf = ({ date, start_time }: PlannedSession) => `${date} ${start_time}`;

/** Sessions between two days, including scheduled ones that a moved or added one replaces; for checking whether a time is free. */
export function plannedBetween(
  group: Scheduled,
  from: string,
  to: string,
  { exceptions, closures }: Departures = none,
): PlannedSession[] {
  const first = group.start_date && group.start_date > from ? group.start_date : from;
  const last = group.end_date && group.end_date < to ? group.end_date : to;
  const about = new Map(exceptions.map((one) => [`${one.date} ${one.start_time}`, one]));
  const sessions: PlannedSession[] = [];
  for (const slot of group.schedule) {
    for (const date of weeklyDates(slot.day, first, last)) {
      const exception = about.get(`${date} ${slot.start_time}`);
      if (exception?.kind !== 'moved') sessions.push(plannedOf({ ...slot, date }, exception, closures));
    }
  }
  for (const exception of exceptions) {
    const session = elsewhere(exception);
    if (session && session.date >= from && session.date <= to) sessions.push(session);
  }
  return sessions.sort(inOrder);
}

/** A session of the schedule on its own date. */
function plannedOf(
  slot: Slot & { date: string },
  exception: SessionException | undefined,
  closures: readonly Closure[],
): PlannedSession {
  const closure = closures.find(
    ({ start_date, end_date }) => start_date <= slot.date && slot.date <= end_date,
  );
  const exception_id = exception?.id ?? null;
  const session = { ...slot, exception_id, moved_from: null, other_location_id: null };
  if (exception?.kind === 'cancelled') return { ...session, state: 'cancelled', reason: exception.reason };
  if (!closure) return { ...session, state: 'regular', reason: {} };
  if (exception) return { ...session, state: 'held', reason: exception.reason };
  return { ...session, state: 'closed', reason: closure.name };
}

/** The session that an exception moves or adds; null for other kinds. */
function elsewhere(exception: SessionException): PlannedSession | null {
  const { id, kind, date, start_time, new_date, new_start_time, new_duration, location_id, reason } =
    exception;
  if (new_date === null || new_start_time === null || new_duration === null) return null;
  return {
    day: dayOf(new_date),
    date: new_date,
    start_time: new_start_time,
    duration: new_duration,
    state: kind === 'moved' ? 'moved' : 'added',
    reason,
    exception_id: id,
    moved_from: date !== null && start_time !== null ? { date, start_time } : null,
    other_location_id: location_id,
  };
}

/** A dated session with who and what it takes. */
export type Booking = {
  group_id: string;
  date: string;
  start_time: string;
  duration: number;
  state: string;
  location_id: string | null;
  leader_ids: readonly string[];
};

/** Two sessions of different groups at the same time that share the place, a leader, or both. */
export type Clash<B extends Booking> = { sessions: [B, B]; location: boolean; leader_ids: string[] };

const beginning = ({ date, start_time }: Booking) => Date.parse(`${date}T${start_time}Z`) / 60_000;

/** All clashes among sessions, also across midnight; in the order of the later one's beginning. */
export function clashesOf<B extends Booking>(sessions: readonly B[]): Clash<B>[] {
  const spans = sessions
    .filter(goesAhead)
    .map((session) => ({ session, start: beginning(session), end: beginning(session) + session.duration }))
    .sort((a, b) => a.start - b.start);
  const clashes: Clash<B>[] = [];
  let running: typeof spans = [];
  for (const span of spans) {
    running = running.filter(({ end }) => end > span.start);
    for (const { session } of running) {
      const clash = clashBetween(session, span.session);
      if (clash) clashes.push(clash);
    }
    running.push(span);
  }
  return clashes;
}

function clashBetween<B extends Booking>(one: B, other: B): Clash<B> | null {
  if (one.group_id === other.group_id) return null;
  const location = one.location_id !== null && one.location_id === other.location_id;
  const leader_ids = one.leader_ids.filter((id) => other.leader_ids.includes(id));
  return location || leader_ids.length > 0 ? { sessions: [one, other], location, leader_ids } : null;
}

/** The dates of a day of the week from `from` to `to`, both `YYYY-MM-DD` and inclusive. Days in UTC are all as long. */
function* weeklyDates(day: Day, from: string, to: string): Generator<string> {
  const last = Date.parse(`${to}T00:00Z`);
  const ahead = (days.indexOf(day) - days.indexOf(dayOf(from)) + 7) % 7;
  for (let at = Date.parse(`${from}T00:00Z`) + ahead * DAY_MS; at <= last; at += 7 * DAY_MS)
    yield new Date(at).toISOString().slice(0, 10);
}
