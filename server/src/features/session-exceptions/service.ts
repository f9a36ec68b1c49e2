import { contract } from '@vpisnik/contract/contract';
import type { FieldError } from '@vpisnik/contract/errors';
import { exceptionProblems, type SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import { clashesOf, type SessionException, sessionsBetween, takesPlace } from '@vpisnik/contract/timetable';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { insertException, lockSchedule, selectException, updateException } from './queries.ts';

type Create = z.output<typeof contract.session_exceptions.create.body>;
type Update = z.output<typeof contract.session_exceptions.update.body>;

/** Lets a group depart from its schedule on one date. */
export async function addException(
  scope: Scope,
  groupId: string,
  body: Create,
): Promise<SessionExceptionRow> {
  await requireSound(scope, groupId, { ...body, id: '' });
  return found(await insertException(scope, groupId, body));
}

/** Changes when a moved or added session is, or why. */
export async function changeException(
  scope: Scope,
  id: string,
  { version, ...change }: Update,
): Promise<SessionExceptionRow> {
  const current = found(await selectException(scope, id));
  if (current.version !== version) throw conflict(current);
  await requireSound(scope, current.group_id, { ...current, ...change } as SessionException);
  const saved = await updateException(scope, id, version, change);
  if (!saved) throw conflict(found(await selectException(scope, id)));
  return saved;
}

const conflict = (current: SessionExceptionRow) =>
  new AppError('edit_conflict', { current: contract.session_exceptions.update.reply.parse(current) });

/** The group's row is locked first: two changes of one group can't both find a time free. */
async function requireSound(scope: Scope, groupId: string, exception: SessionException): Promise<void> {
  const group = found(await lockSchedule(scope, groupId));
  const problems = exceptionProblems(exception);
  if (problems.length > 0) throw invalidFields(problems);
  const wrong =
    (await sessionProblem(scope, groupId, group, exception)) ??
    (await timeProblem(scope, groupId, group, exception));
  if (wrong) throw invalidFields([wrong]);
}

type Scheduled = Parameters<typeof sessionsBetween>[0];

/** What an exception is about must be in the schedule; holding a session needs a closed day. */
async function sessionProblem(
  scope: Scope,
  groupId: string,
  group: Scheduled,
  { kind, date, start_time }: SessionException,
): Promise<FieldError | undefined> {
  if (date === null) return undefined;
  const { closures } = (await loadDepartures(scope, date, date, groupId))(groupId);
  const planned = sessionsBetween(group, date, date, { closures, exceptions: [] });
  const session = planned.find((one) => one.start_time === start_time);
  if (!session) return { path: 'date', code: 'no_session' };
  if (kind === 'held' && session.state !== 'closed') return { path: 'kind', code: 'not_closed' };
  return undefined;
}

/** Another session of the group may be under way at the new time. */
async function timeProblem(
  scope: Scope,
  groupId: string,
  group: Scheduled,
  exception: SessionException,
): Promise<FieldError | undefined> {
  const { id, date, start_time, new_date, new_start_time } = exception;
  if (new_date === null) return undefined;
  // sessions begin at most a day before and after
  const [from, to] = [dayAfter(new_date, -1), dayAfter(new_date, 1)];
  const departures = (await loadDepartures(scope, from, to, groupId))(groupId);
  const others = departures.exceptions.filter(
    (one) => one.id !== id && !(one.date === date && one.start_time === start_time && date !== null),
  );
  const sessions = sessionsBetween(group, from, to, { ...departures, exceptions: [...others, exception] });
  // as if each were a group of its own: they share the group as others share a place
  const bookings = sessions.filter(takesPlace).map((session, at) => ({
    ...session,
    group_id: String(at),
    location_id: groupId,
    leader_ids: [],
  }));
  const isTaken = clashesOf(bookings).some(({ sessions: pair }) =>
    pair.some((one) => one.exception_id === id && one.date === new_date && one.start_time === new_start_time),
  );
  return isTaken ? { path: 'new_start_time', code: 'slots_overlap' } : undefined;
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
