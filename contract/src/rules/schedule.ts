/** Weekly schedules, places and enrolment: pure rules that the server, the staff screens and the public pages share. */
import type { FieldError } from './errors.ts';

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Day = (typeof days)[number];

/** A weekly meeting: local wall time "HH:MM" of the organisation's zone, duration in minutes. */
export type Slot = { day: Day; start_time: string; duration: number };

/** Minutes since midnight of "HH:MM". */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** "HH:MM" at which a slot ends; past midnight it counts on from 00:00. */
export function endTime(slot: Pick<Slot, 'start_time' | 'duration'>): string {
  const end = (minutesOf(slot.start_time) + slot.duration) % (24 * 60);
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
}

/** Slots by day, then time. */
export function sortedSlots<S extends Slot>(slots: readonly S[]): S[] {
  return [...slots].sort(
    (a, b) => days.indexOf(a.day) - days.indexOf(b.day) || inAlphabet(a.start_time, b.start_time),
  );
}

/** Order of two texts without letters, such as days and times. */
export function inAlphabet(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const WEEK = 7 * 24 * 60;

/** Whether two weekly meetings share a moment, also across midnight and from Sunday into Monday. */
export function meetWeekly(one: Slot, other: Slot): boolean {
  const [a, b] = [startInWeek(one), startInWeek(other)];
  return [-WEEK, 0, WEEK].some((shift) => a < b + other.duration + shift && b + shift < a + one.duration);
}

const startInWeek = ({ day, start_time }: Slot) => days.indexOf(day) * 24 * 60 + minutesOf(start_time);

/** The slots that overlap another one of the same group, also across midnight and from Sunday into Monday. */
export function overlaps(slots: readonly Slot[]): FieldError[] {
  return slots.flatMap((slot, at) =>
    slots.some((other, index) => index < at && meetWeekly(slot, other))
      ? [{ path: `schedule.${at}.start_time`, code: 'slots_overlap' }]
      : [],
  );
}

/** The day of the week of `YYYY-MM-DD`. */
export function dayOf(date: string): Day {
  return days[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] as Day;
}

/** By zone, for browsers without `Temporal`: making one costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local day and time of an instant in a zone, `YYYY-MM-DD HH:MM`. */
function wallTime(instant: Date, timeZone: string): string {
  if ('Temporal' in globalThis)
    return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toString();
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The local day of an instant in a zone, `YYYY-MM-DD`. */
export function localDay(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).slice(0, 10);
}

/** The local time of an instant in a zone, `HH:MM`. */
export function localTime(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).slice(11, 16);
}

export type Enrolment = 'open' | 'waitlist' | 'full' | 'not_yet' | 'closed' | 'ended';

type Enrolling = {
  accept_applications: boolean;
  apply_from: string | null;
  apply_until: string | null;
  end_date: string | null;
  when_full: string;
  /** The limit in force, null when there is none. */
  places: number | null;
  taken: number;
  waiting: number;
};

/**
 * Enrolment state of a group for a new application. The queue is fair: while participants are waitlisted, new applications
 * are too.
 *
 * @param today the local day in the organisation's zone
 */
export function enrolmentOf(group: Enrolling, now: Date, today: string): Enrolment {
  if (group.end_date !== null && group.end_date < today) return 'ended';
  if (!group.accept_applications) return 'closed';
  if (group.apply_until !== null && new Date(group.apply_until) <= now) return 'closed';
  if (group.apply_from !== null && new Date(group.apply_from) > now) return 'not_yet';
  const full = group.places !== null && group.taken >= group.places;
  if (full && group.when_full === 'close') return 'full';
  return full || group.waiting > 0 ? 'waitlist' : 'open';
}
