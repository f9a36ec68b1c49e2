import { type GroupInput, groups } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { Day } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { numberOf, type WholeNumber } from '../../../lib/form/whole-number.ts';

/** A group at its simplest: what it is called, where it belongs, when it meets and for how many. */
export type GroupValues = {
  name: string;
  category_id: string | null;
  day: Day | null;
  start_time: string;
  /** Minutes. */
  duration: WholeNumber;
  capacity: WholeNumber;
};

/** The body of the new group, in the organisation's language; without a day it has no schedule yet. */
export function bodyOf(
  { name, category_id, day, start_time, duration, capacity }: GroupValues,
  { language, location_id, label }: { language: Language; location_id: string | null; label: string },
): GroupInput {
  return {
    label,
    name: { [language]: name.trim() },
    languages: [language],
    category_id: category_id ?? '',
    location_id,
    capacity: numberOf(capacity),
    schedule: day ? [{ day, start_time, duration: numberOf(duration) ?? 0 }] : [],
  };
}

/** The field of the form that a path of the body is asked for by. */
export const fieldOf = (path: string): string => {
  if (path.startsWith('schedule')) return path.split('.').at(-1) ?? 'day';
  return path.split('.')[0] ?? path;
};

/** Validates the form by the contract's schema; maps the problems to the form's own fields. */
export function problemsOf(values: GroupValues, language: Language): FieldError[] {
  const { schedule, ...body } = bodyOf(values, { language, location_id: null, label: 'a' });
  const { capacity, duration } = values;
  const typed = { ...body, capacity, schedule: schedule?.map((slot) => ({ ...slot, duration })) };
  const own = [
    ...(values.name.trim() ? [] : [{ path: 'name', code: 'required' }]),
    ...(values.category_id ? [] : [{ path: 'category_id', code: 'required' }]),
    ...(values.day && values.duration === null ? [{ path: 'duration', code: 'required' }] : []),
  ];
  const theirs = problemsOfBody(groups.create.body, typed)
    .map((problem) => ({ ...problem, path: fieldOf(problem.path) }))
    .filter(({ path }) => !own.some((one) => one.path === path));
  return [...own, ...theirs];
}
