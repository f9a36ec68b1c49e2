import type { Texts } from '@vpisnik/contract/common';
import { addDays } from '@vpisnik/contract/rules/dates';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import {
  exceptionProblems,
  type SessionExceptionRow,
  session_exceptions,
} from '@vpisnik/contract/session-exceptions';
import type { Session } from '@vpisnik/contract/sessions';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { numberOf, type WholeNumber } from '../../../lib/form/whole-number.ts';

/** Task of the form: add a date, or cancel, move or change one. */
export type FormTask = { kind: 'add' } | { kind: 'cancel' | 'move' | 'change'; session: Session };

/** What can be done with a date; `hold` on a closed day and `put_back` into the schedule ask for nothing but who is told. */
export type ExceptionTask = FormTask | { kind: 'hold' | 'put_back'; session: Session };

/** What can be done with a date that is there. */
export type SessionTask = Extract<ExceptionTask, { session: Session }>;

/** Values of the form of one date. */
export type ExceptionValues = {
  new_date: string | null;
  new_start_time: string;
  new_duration: WholeNumber;
  location_id: string | null;
  reason: Texts;
};

/** What the form is about: its task, and the exception to change, or null for a new one. */
type About = { task: FormTask; row: SessionExceptionRow | null };

const kinds = { add: 'added', cancel: 'cancelled', move: 'moved', change: 'moved' } as const;
const sessionOf = (task: FormTask) => ('session' in task ? task.session : null);

/** Initial values: the exception's, else the session's own. */
export function valuesOf({ task, row }: About): ExceptionValues {
  const session = sessionOf(task);
  return {
    new_date: row?.new_date ?? session?.date ?? null,
    new_start_time: row?.new_start_time ?? session?.start_time ?? '',
    new_duration: row?.new_duration ?? session?.duration ?? 60,
    location_id: row?.location_id ?? null,
    reason: row?.reason ?? {},
  };
}

/** Request body; a cancelled date has no other time and place. */
export function wireOf(values: ExceptionValues, { task, row }: About) {
  const session = sessionOf(task);
  const isTimed = task.kind !== 'cancel';
  return {
    kind: row?.kind ?? kinds[task.kind],
    date: row ? row.date : (session?.date ?? null),
    start_time: row ? row.start_time : (session?.start_time ?? null),
    new_date: isTimed ? values.new_date : null,
    new_start_time: isTimed ? values.new_start_time || null : null,
    new_duration: isTimed ? numberOf(values.new_duration) : null,
    location_id: isTimed ? values.location_id : null,
    reason: values.reason,
  };
}

/** Validates the form; a move that changes nothing is one that was forgotten. */
export function problemsOf(values: ExceptionValues, about: About): FieldError[] {
  const { task } = about;
  const body = wireOf(values, about);
  const typed = task.kind === 'cancel' ? body : { ...body, new_duration: values.new_duration };
  const found = problemsOfBody(session_exceptions.create.body, typed, exceptionProblems(body));
  const isMoved =
    task.kind !== 'move' ||
    body.new_date !== body.date ||
    body.new_start_time !== body.start_time ||
    body.new_duration !== task.session.duration ||
    body.location_id !== null;
  return isMoved ? found : [...found, { path: 'new_date', code: 'unmoved' }];
}

/** Whether several dates are cancelled, or moved alike. */
export type SeveralKind = 'cancel' | 'move';

/** Values of the form of several dates; an empty time or place stays as it is. */
export type SeveralValues = {
  days: WholeNumber;
  start_time: string;
  location_id: string | null;
  reason: Texts;
};

/** When one of several dates is instead. */
export const severalMoved = (values: SeveralValues, { date, start_time, duration }: Session) => ({
  new_date: addDays(date, numberOf(values.days) ?? 0),
  new_start_time: values.start_time || start_time,
  new_duration: duration,
  location_id: values.location_id,
});

/** Request body for one of several dates. */
export function severalWireOf(values: SeveralValues, kind: SeveralKind, session: Session) {
  const { date, start_time } = session;
  const { reason } = values;
  if (kind === 'move')
    return { kind: 'moved' as const, date, start_time, ...severalMoved(values, session), reason };
  const nowhere = { new_date: null, new_start_time: null, new_duration: null, location_id: null };
  return { kind: 'cancelled' as const, date, start_time, ...nowhere, reason };
}

/** Problems of several dates: days that are no number, or a move that changes nothing. */
export function severalProblemOf(
  { days, start_time, location_id }: SeveralValues,
  kind: SeveralKind,
): 'integer' | 'unmoved' | undefined {
  if (kind !== 'move') return undefined;
  if (days !== null && typeof days !== 'number') return 'integer';
  return !numberOf(days) && !start_time && location_id === null ? 'unmoved' : undefined;
}
