import { contract } from '@vpisnik/contract/contract';
import { addDays } from '@vpisnik/contract/rules/dates';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import {
  clashesOf,
  type Departures,
  goesAhead,
  isElsewhere,
  type PlannedSession,
  plannedBetween,
  type SessionException,
  sessionsBetween,
} from '@vpisnik/contract/rules/timetable';
import { exceptionProblems, type SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields, requireVersion } from '../../errors.ts';
import { tellingGroup } from '../session-mails/service.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { selectToday } from '../sessions/today.ts';
import {
  deleteException,
  deleteHolds,
  insertException,
  lockSchedule,
  selectException,
  selectLocation,
  updateException,
} from './queries.ts';

type Create = z.output<typeof contract.session_exceptions.create.body>;
type Update = z.output<typeof contract.session_exceptions.update.body>;

/** Lets a group depart from its schedule on one date, and tells people if that is wanted. */
export async function addException(
  scope: Scope,
  groupId: string,
  { notify, ...body }: Create,
): Promise<SessionExceptionRow> {
  return await tellingGroup(scope, groupId, notify ? { note: {} } : null, async () => {
    await requireSound(scope, groupId, { ...body, id: '' });
    if (body.date !== null) await forgetHold(scope, groupId, body.date);
    return found(await insertException(scope, groupId, body));
  });
}

/** Lets a day that is open again be decided about anew: what was held while it was closed is an ordinary session by now. */
async function forgetHold(scope: Scope, groupId: string, date: string): Promise<void> {
  const { closures } = (await loadDepartures(scope, date, date, groupId))(groupId);
  if (closures.length === 0) await deleteHolds(scope, groupId, date);
}

/** Changes when a moved or added session is, or why. */
export async function changeException(
  scope: Scope,
  id: string,
  { version, notify, ...change }: Update,
): Promise<SessionExceptionRow> {
  const current = found(await selectException(scope, id));
  const { reply } = contract.session_exceptions.update;
  requireVersion(current, version, reply);
  return await tellingGroup(scope, current.group_id, notify ? { note: {} } : null, async () => {
    await requireSound(scope, current.group_id, { ...current, ...change } as SessionException, current);
    const saved = await updateException(scope, id, version, change);
    if (!saved) throw editConflict(found(await selectException(scope, id)), reply);
    return saved;
  });
}

/**
 * Takes an exception back, so that the schedule counts again: refused while another date of the group, added meanwhile,
 * has the time of the session that would come back.
 */
export async function takeBack(scope: Scope, id: string, { notify }: { notify: boolean }): Promise<void> {
  const row = found(await selectException(scope, id));
  await tellingGroup(scope, row.group_id, notify ? { note: {} } : null, () => putBack(scope, row));
}

async function putBack(scope: Scope, { id, group_id, date, start_time }: SessionExceptionRow): Promise<void> {
  const group = found(await lockSchedule(scope, group_id));
  if (!(await deleteException(scope, id))) throw new AppError('not_found');
  if (date === null) return;
  const departures = (await loadDepartures(scope, ...around(date), group_id))(group_id);
  const planned = plannedBetween(group, ...around(date), departures);
  const met = metBy(planned, (one) => one.date === date && one.start_time === start_time);
  if (met.some(isElsewhere)) throw invalidFields([{ path: 'date', code: 'slots_overlap' }]);
}

/**
 * The group's row is locked first: two changes of one group can't both find a time free. What an exception is about does
 * not change and is not judged again: the schedule may have lost it since, and its new date stands all the same.
 */
async function requireSound(
  scope: Scope,
  groupId: string,
  exception: SessionException,
  before?: SessionExceptionRow,
): Promise<void> {
  const group = found(await lockSchedule(scope, groupId));
  const problems = exceptionProblems(exception);
  if (problems.length > 0) throw invalidFields(problems);
  const wrong =
    (await locationProblem(scope, exception.location_id, before?.location_id ?? null)) ??
    (before ? undefined : await sessionProblem(scope, groupId, group, exception)) ??
    (await timeProblem(scope, groupId, group, exception, before));
  if (wrong) throw invalidFields([wrong]);
}

/** A location must be there, and one that is newly chosen still in use. */
async function locationProblem(
  scope: Scope,
  id: string | null,
  before: string | null,
): Promise<FieldError | undefined> {
  if (id === null || id === before) return undefined;
  const location = await selectLocation(scope, id);
  if (!location) return { path: 'location_id', code: 'unknown_id' };
  return location.active ? undefined : { path: 'location_id', code: 'inactive' };
}

type Scheduled = Parameters<typeof sessionsBetween>[0];

/** Error if the session is not in the schedule or is replaced, or if a held one is not on a closed day. */
async function sessionProblem(
  scope: Scope,
  groupId: string,
  group: Scheduled,
  exception: SessionException,
): Promise<FieldError | undefined> {
  const { kind, date, start_time } = exception;
  if (date === null) return undefined;
  const departures = (await loadDepartures(scope, date, date, groupId))(groupId);
  const sessions = sessionsBetween(group, date, date, without(departures, exception));
  const session = sessions.find((one) => one.start_time === start_time && !isElsewhere(one));
  if (!session) return { path: 'date', code: 'no_session' };
  if (kind === 'held' && session.state !== 'closed') return { path: 'kind', code: 'not_closed' };
  return undefined;
}

/**
 * Another session of the group may be under way at the new time, or when one is held after all. A session of the schedule
 * that has given way to this very date is none, as long as it stays at its time.
 */
async function timeProblem(
  scope: Scope,
  groupId: string,
  group: Scheduled,
  exception: SessionException,
  before?: SessionExceptionRow,
): Promise<FieldError | undefined> {
  const { kind, date, new_date, new_start_time } = exception;
  const day = kind === 'held' ? date : new_date;
  if (day === null) return undefined;
  const departures = (await loadDepartures(scope, ...around(day), groupId))(groupId);
  const others = without(departures, exception);
  const at = { ...others, exceptions: [...others.exceptions, exception] };
  const stays = before?.new_date === new_date && before.new_start_time === new_start_time;
  const sessions = (stays ? sessionsBetween : plannedBetween)(group, ...around(day), at);
  if (metBy(sessions, isOf(exception)).length === 0) return undefined;
  return { path: kind === 'held' ? 'date' : 'new_start_time', code: 'slots_overlap' };
}

/** What departs from a schedule without an exception, and without what else was said about its session. */
function without(departures: Departures, { id, date, start_time }: SessionException): Departures {
  const exceptions = departures.exceptions.filter(
    (one) => one.id !== id && !(one.date === date && one.start_time === start_time && date !== null),
  );
  return { ...departures, exceptions };
}

/** How far ahead single dates are compared with a new schedule, in days. */
const AHEAD = 3 * 366;

/**
 * Problems of a group's new schedule, once written: a slot must not overlap a future session that was added or moved, just
 * as such a session must not be put onto a slot. At exactly the same time it replaces the slot's session.
 */
export async function scheduleProblems(
  scope: Scope,
  groupId: string,
  group: Scheduled,
): Promise<FieldError[]> {
  const from = await selectToday(scope);
  const to = addDays(from, AHEAD);
  const departures = (await loadDepartures(scope, from, to, groupId))(groupId);
  const met = departures.exceptions
    .flatMap((exception) => {
      const { new_date } = exception;
      const isAhead = new_date !== null && new_date >= from && new_date < to;
      return isAhead ? metBy(sessionsBetween(group, ...around(new_date), departures), isOf(exception)) : [];
    })
    .filter(({ exception_id, state }) => exception_id === null || state === 'held');
  return group.schedule.flatMap(({ day, start_time }, at) =>
    met.some((session) => session.day === day && session.start_time === start_time)
      ? [{ path: `schedule.${at}.start_time`, code: 'slot_meets_date' }]
      : [],
  );
}

/** Those of a group's sessions that are under way while the one that `isIt` knows is. */
function metBy(
  sessions: readonly PlannedSession[],
  isIt: (session: PlannedSession) => boolean,
): PlannedSession[] {
  // as if each were a group of its own: they share the group as others share a place
  const bookings = sessions.filter(goesAhead).map((session, at) => ({
    ...session,
    group_id: String(at),
    location_id: 'the group',
    leader_ids: [],
  }));
  return clashesOf(bookings).flatMap(({ sessions: pair }) =>
    pair.some(isIt) ? pair.filter((one) => !isIt(one)) : [],
  );
}

/** Tells the session that an exception has put somewhere, or lets take place. */
const isOf =
  ({ id }: SessionException) =>
  (session: PlannedSession) =>
    session.exception_id === id;

/** A day with the one before and the one after: sessions begin no further from another that they meet. */
const around = (day: string): [string, string] => [addDays(day, -1), addDays(day, 1)];
