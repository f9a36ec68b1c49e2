import { isDeepStrictEqual } from 'node:util';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, days } from '@vpisnik/contract/rules/schedule';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { inOrder } from '@vpisnik/contract/rules/timetable';
import type { KnownSession } from '../../db/schema.ts';
import type { WallTime } from '../sessions/coming.ts';
import type { PlannedDate } from './known.ts';

/** Dates as people knew them, by what they are; null for those that did not take place. */
export type KnownDates = Record<string, KnownSession | null>;

type Dates = ReadonlyMap<string, PlannedDate>;

/** The dates that a change has made different, as they were before it. */
export function changedDates(before: Dates, after: Dates): KnownDates {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return Object.fromEntries(
    keys
      .map((key) => [key, before.get(key)?.known ?? null, after.get(key)?.known ?? null] as const)
      .filter(([, was, now]) => !isDeepStrictEqual(was, now))
      .map(([key, was]) => [key, was]),
  );
}

/** What was known before the first of several changes. */
export const firstKnown = (notices: readonly KnownDates[]): KnownDates =>
  Object.assign({}, ...notices.toReversed());

/** A date that is different from what people know. */
export type DateChange = { was: KnownSession | null; now: KnownSession | null; reason: Texts };

/**
 * What is different from what people know, of dates that are still to come; what has become as it was is left out. For
 * calendars, so each identity for itself.
 */
export function changesSince(was: KnownDates, now: Dates, moment: WallTime): DateChange[] {
  const ahead = (one: KnownSession | null | undefined) =>
    one && `${one.date} ${one.start_time}` > `${moment.day} ${moment.time}` ? one : null;
  return Object.entries(was)
    .map(([key, known]) => {
      const date = now.get(key);
      return { was: ahead(known), now: ahead(date?.known), reason: date?.reason ?? {} };
    })
    .filter((change) => !isDeepStrictEqual(change.was, change.now))
    .sort((a, b) => inOrder(shownOf(a), shownOf(b)));
}

/** A change as it is told: a date of the schedule that gives way to another one in its week is moved. */
export type ToldChange = DateChange & { kind: 'cancelled' | 'moved' | 'added' };

/** The same for readers, in order. */
export function toldChanges(changes: readonly DateChange[]): ToldChange[] {
  const fresh = changes.filter((one) => one.was === null);
  const replaced = new Set<DateChange>();
  const told = changes.flatMap((change): ToldChange[] => {
    if (change.was && change.now)
      return isSamePlan(change.was, change.now) ? [] : [{ ...change, kind: 'moved' }];
    if (change.now) return [];
    const other =
      fresh.find((one) => !replaced.has(one) && isSameTime(one.now, change.was)) ??
      fresh.find((one) => !replaced.has(one) && isInstead(one, change));
    if (!other) return [{ ...change, kind: 'cancelled' }];
    replaced.add(other);
    // the same time under another identity: nobody has to know
    if (isSamePlan(other.now, change.was)) return [];
    return [{ was: change.was, now: other.now, reason: other.reason, kind: 'moved' }];
  });
  const added = fresh
    .filter((one) => !replaced.has(one))
    .map((one): ToldChange => ({ ...one, kind: 'added' }));
  return [...told, ...added].sort((a, b) => inOrder(shownOf(a), shownOf(b)));
}

/** The time by which a change is found: that which people know, else the new one. */
export function shownOf({ was, now }: Pick<DateChange, 'was' | 'now'>): { date: string; start_time: string } {
  const known = was ?? now;
  if (!known) throw new Error('A date that is nowhere has not changed.');
  return known;
}

const isSameTime = (one: KnownSession | null, other: KnownSession | null): boolean =>
  one !== null &&
  other !== null &&
  one.date === other.date &&
  one.start_time === other.start_time &&
  one.duration === other.duration;

const isSamePlan = (one: KnownSession | null, other: KnownSession | null): boolean =>
  isSameTime(one, other) && one?.location_id === other?.location_id;

/** Whether a date of another slot of the schedule is instead of one that is lost: in the same week. */
function isInstead({ now }: DateChange, { was }: DateChange): boolean {
  return Boolean(now?.origin && was?.origin) && mondayOf(now?.date ?? '') === mondayOf(was?.date ?? '');
}

const mondayOf = (date: string): string => addDays(date, -days.indexOf(dayOf(date)));

/** Whether a date still begins when people know: only its end or its place is another. */
export const beginsAsKnown = ({ was, now }: Pick<DateChange, 'was' | 'now'>): boolean =>
  was !== null && now !== null && inOrder(was, now) === 0;

/** What all changes of a mail are, when they are of one kind; empty for several, and for dates that begin as known. */
export function variantOf(changes: readonly ToldChange[]): ToldChange['kind'] | '' {
  const kinds = new Set(changes.map((change) => (beginsAsKnown(change) ? '' : change.kind)));
  const [only] = kinds;
  return kinds.size === 1 && only ? only : '';
}
