import { addDays } from '@vpisnik/contract/rules/dates';
import type { Texts } from '@vpisnik/contract/rules/texts';
import type { SessionAudience } from '@vpisnik/contract/session-notices';
import { eq, type SQL } from 'drizzle-orm';
import { groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { selectToday } from '../sessions/today.ts';
import { changedDates } from './changes.ts';
import type { PlannedDate } from './known.ts';
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
};

/** How many people would be told of a change: of a group, or of all groups that meet between two days. */
export async function readAudience(
  scope: Scope,
  { email_type, group_id, from, to }: Asked,
): Promise<SessionAudience> {
  const ids =
    group_id === undefined
      ? await meeting(scope, { from: from ?? '', to: to ?? '' })
      : await inScope(scope, group_id);
  return await countAudience(scope, ids, email_type, statusesOf[email_type]);
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
