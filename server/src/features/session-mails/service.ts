import { addDays } from '@vpisnik/contract/rules/dates';
import type { Texts } from '@vpisnik/contract/rules/texts';
import type { SessionAudience } from '@vpisnik/contract/session-notices';
import { eq, type SQL } from 'drizzle-orm';
import { groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { type Choice, closuresInForce } from '../closures/known.ts';
import { selectChoice, selectClosures } from '../closures/queries.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { selectToday } from '../sessions/today.ts';
import { changedDates } from './changes.ts';
import { datesOf, type PlannedDate } from './known.ts';
import {
  AHEAD,
  countAudience,
  datesOfGroups,
  insertNotices,
  lockGroups,
  selectGroups,
  writeMails,
} from './queries.ts';

/** Who is told, by what happens: those who come, or all who hoped to. */
const statusesOf = {
  session_changed: ['approved'],
  group_cancelled: ['approved', 'pending', 'waitlisted'],
} as const;
type NoticeType = keyof typeof statusesOf;

/** Days between which dates may change; without, of the coming year. */
type Span = { from: string; to: string };

/**
 * Makes a change of a group's dates and tells participants with a place and leaders what is different by it, in the caller's
 * transaction.
 *
 * @param notice what staff say about it; null tells nobody
 */
export async function tellingGroup<T>(
  scope: Scope,
  groupId: string,
  notice: { note: Texts } | null,
  change: () => Promise<T>,
): Promise<T> {
  if (!notice) return await change();
  const today = await selectToday(scope);
  const span = { from: today, to: addDays(today, AHEAD) };
  return await telling(scope, eq(groups.id, groupId), span, notice.note, change);
}

/** The same of a change that concerns all groups, on some days; those that are over are left out. */
export async function tellingAll<T>(scope: Scope, span: Span, change: () => Promise<T>): Promise<T> {
  const today = await selectToday(scope);
  const from = span.from < today ? today : span.from;
  if (span.to < from) return await change();
  return await telling(scope, undefined, { from, to: span.to }, {}, change);
}

async function telling<T>(
  scope: Scope,
  which: SQL | undefined,
  { from, to }: Span,
  note: Texts,
  change: () => Promise<T>,
): Promise<T> {
  const found = await lockGroups(scope, which);
  const before = await datesOfGroups(scope, found, from, to);
  const result = await change();
  const ids = found.map(({ id }) => id);
  const after = await datesOfGroups(scope, await selectGroups(scope, ids), from, to);
  const none: ReadonlyMap<string, PlannedDate> = new Map();
  const notices = ids
    .map((group_id) => ({
      group_id,
      was: changedDates(before.get(group_id) ?? none, after.get(group_id) ?? none),
      note,
    }))
    .filter(({ was }) => Object.keys(was).length > 0);
  await tell(scope, notices, 'session_changed');
  return result;
}

/** The same of a change that may concern all dates to come: another choice of holidays and breaks. */
export async function tellingYear<T>(scope: Scope, change: () => Promise<T>): Promise<T> {
  const today = await selectToday(scope);
  return await tellingAll(scope, { from: today, to: addDays(today, AHEAD) }, change);
}

/** Tells all people of a group that it is cancelled, in the caller's transaction. */
export async function tellOfCancelledGroup(scope: Scope, groupId: string, note: Texts): Promise<void> {
  const today = await selectToday(scope);
  const found = await selectGroups(scope, [groupId]);
  const dates = await datesOfGroups(scope, found, today, addDays(today, AHEAD));
  const was = changedDates(dates.get(groupId) ?? new Map(), new Map());
  await tell(scope, [{ group_id: groupId, was, note }], 'group_cancelled');
}

async function tell(
  scope: Scope,
  notices: Parameters<typeof insertNotices>[1],
  type: NoticeType,
): Promise<void> {
  if (notices.length === 0) return;
  await writeMails(scope, await insertNotices(scope, notices), type, statusesOf[type]);
}

type Asked = {
  email_type: NoticeType;
  group_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  public_holidays?: boolean | undefined;
  school_breaks?: Choice['school_breaks'] | undefined;
};

/** How many people would be told of a change, see {@link concerned}. */
export async function readAudience(scope: Scope, asked: Asked): Promise<SessionAudience> {
  const { email_type } = asked;
  return await countAudience(scope, await concerned(scope, asked), email_type, statusesOf[email_type]);
}

/** Groups that a change is about: one, all that meet between two days, or those whose dates another choice changes. */
async function concerned(
  scope: Scope,
  { group_id, from, to, public_holidays, school_breaks }: Asked,
): Promise<string[]> {
  if (group_id !== undefined) return await inScope(scope, group_id);
  if (from !== undefined && to !== undefined) return await meeting(scope, { from, to });
  const choice = await selectChoice(scope);
  return await changedByChoice(scope, {
    public_holidays: public_holidays ?? choice.public_holidays,
    school_breaks: school_breaks ?? choice.school_breaks,
  });
}

/** Groups in scope that would have other dates in the coming year, were these holidays and breaks chosen. */
async function changedByChoice(scope: Scope, choice: Choice): Promise<string[]> {
  const from = await selectToday(scope);
  const to = addDays(from, AHEAD);
  const found = await selectGroups(scope);
  const departuresOf = await loadDepartures(scope, from, to);
  const chosen = closuresInForce(choice, await selectClosures(scope), from, to);
  return found
    .filter((group) => {
      const now = departuresOf(group.id);
      const then = { ...now, closures: chosen };
      const changed = changedDates(datesOf(group, now, from, to), datesOf(group, then, from, to));
      return Object.keys(changed).length > 0;
    })
    .map(({ id }) => id);
}

const inScope = async (scope: Scope, id: string) =>
  (await selectGroups(scope, [id])).map((group) => group.id);

/** Groups in scope that have a date of their schedule between two days, whether it takes place or not. */
async function meeting(scope: Scope, { from, to }: Span): Promise<string[]> {
  const today = await selectToday(scope);
  const found = await selectGroups(scope);
  const dates = await datesOfGroups(scope, found, from < today ? today : from, to);
  return found.filter(({ id }) => (dates.get(id)?.size ?? 0) > 0).map(({ id }) => id);
}
