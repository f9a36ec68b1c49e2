/** Single dates on which a group departs from its weekly schedule. */
import { z } from 'zod';
import { day, editedReply, flag, nameTexts, params, textsReply, uuid, version } from './common.ts';
import { startTime } from './groups.ts';
import { endpoint } from './kit.ts';
import type { FieldError } from './rules/errors.ts';
import { permissions } from './rules/permissions.ts';
import { exceptionKinds, type SessionException } from './rules/timetable.ts';

const duration = z.int().min(5).max(1440);

/** When it is instead. */
const fresh = {
  new_date: day.nullable(),
  new_start_time: startTime.nullable(),
  new_duration: duration.nullable(),
  /** Location at the new time; null for the group's. */
  location_id: uuid.nullable(),
};

/** Whether participants with a place and leaders are told. */
const notify = z.boolean().default(false);

const createBody = z.strictObject({
  kind: z.enum(exceptionKinds),
  /** The session of the schedule that it is about; null for an added one. */
  date: day.nullable().default(null),
  start_time: startTime.nullable().default(null),
  new_date: fresh.new_date.default(null),
  new_start_time: fresh.new_start_time.default(null),
  new_duration: fresh.new_duration.default(null),
  location_id: fresh.location_id.default(null),
  /** Public text about the change. */
  reason: nameTexts.default({}),
  notify,
});

const reply = z.object({
  ...editedReply,
  group_id: z.string(),
  kind: z.enum(exceptionKinds),
  date: z.string().nullable(),
  start_time: z.string().nullable(),
  new_date: z.string().nullable(),
  new_start_time: z.string().nullable(),
  new_duration: z.number().nullable(),
  location_id: z.string().nullable(),
  reason: textsReply,
});
export type SessionExceptionRow = z.output<typeof reply>;

/** Problems of an exception by itself: fields that its kind requires or forbids. */
export function exceptionProblems(exception: Omit<SessionException, 'id' | 'reason'>): FieldError[] {
  const { kind } = exception;
  const wanted = {
    date: kind !== 'added',
    start_time: kind !== 'added',
    new_date: kind === 'moved' || kind === 'added',
    new_start_time: kind === 'moved' || kind === 'added',
    new_duration: kind === 'moved' || kind === 'added',
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const problems = names.flatMap((path) => {
    if ((exception[path] !== null) === wanted[path]) return [];
    return [{ path, code: wanted[path] ? 'required' : 'invalid_value' }];
  });
  const isSomewhere = exception.location_id === null || wanted.new_date;
  return isSomewhere ? problems : [...problems, { path: 'location_id', code: 'invalid_value' }];
}

const edit = { scope: 'organization', rank: permissions['groups.edit'] } as const;

export const session_exceptions = {
  create: endpoint({
    ...edit,
    method: 'POST',
    path: '/groups/{id}/exceptions',
    summary: 'Cancel or move a session, hold one on a closed day, or add one',
    params,
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({
    ...edit,
    method: 'GET',
    path: '/session-exceptions/{id}',
    summary: 'One exception',
    params,
    reply,
  }),
  update: endpoint({
    ...edit,
    method: 'PATCH',
    path: '/session-exceptions/{id}',
    summary: 'Change when and where a moved or added session is, or why',
    params,
    body: z
      .strictObject({ ...fresh, reason: nameTexts, notify, version })
      .partial()
      .required({ version: true }),
    reply,
  }),
  remove: endpoint({
    ...edit,
    method: 'DELETE',
    path: '/session-exceptions/{id}',
    summary: 'Take an exception back: the schedule counts again',
    params,
    query: z.strictObject({ notify: flag.default(false) }),
    reply: null,
  }),
};
