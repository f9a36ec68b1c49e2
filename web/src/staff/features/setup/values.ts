import { categories } from '@vpisnik/contract/categories';
import { type GroupInput, groups } from '@vpisnik/contract/groups';
import { type Organization, organizations } from '@vpisnik/contract/organizations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { changedProfileProblems } from '@vpisnik/contract/rules/profile-rules';
import type { Day } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { numberOf, type WholeNumber } from '../../../lib/form/whole-number.ts';

/** Fields of the profile that the guide asks for. */
export const profileFields = ['address', 'postal_code', 'city', 'phone_number'] as const;

/** The organisation's address, contacts and languages. */
export type ProfileValues = {
  profile: Record<(typeof profileFields)[number], string>;
  contact_email: string;
  languages: Language[];
};

/** Initial values of the profile's step. */
export function profileValuesOf(row: Organization | null): ProfileValues {
  const { address = '', postal_code = '', city = '', phone_number = '' } = row?.profile ?? {};
  return {
    profile: { address, postal_code, city, phone_number },
    contact_email: row?.contact_email ?? '',
    languages: [...(row?.languages ?? [])],
  };
}

/** Request body of the profile's step; an empty contact address becomes null. */
export const profileWireOf = ({ contact_email, ...values }: ProfileValues, version: number) => ({
  ...values,
  contact_email: contact_email.trim() || null,
  version,
});

/** Validates the profile's step; address and city are needed. */
export function profileProblemsOf(values: ProfileValues, saved: Organization): FieldError[] {
  const { profile } = values;
  const missing = (['address', 'city'] as const).filter((field) => !profile[field].trim());
  return problemsOfBody(organizations.update.body, profileWireOf(values, saved.version), [
    ...missing.map((field) => ({ path: `profile.${field}`, code: 'required' })),
    ...changedProfileProblems(saved.profile, profile),
  ]).map((problem) =>
    problem.path === 'profile.phone_number' ? { ...problem, code: 'invalid_phone' } : problem,
  );
}

/** Request body of the first category, in the organisation's language. */
export const categoryWireOf = (name: string, label: string, language: Language) => ({
  label,
  languages: [language],
  name: { [language]: name },
});

/** Validates the first category's name. */
export const categoryProblemsOf = (name: string, language: Language): FieldError[] =>
  name.trim()
    ? problemsOfBody(categories.create.body, categoryWireOf(name, 'a', language)).map((one) => ({
        ...one,
        path: 'name',
      }))
    : [{ path: 'name', code: 'required' }];

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
export function wireOf(
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
  const { schedule, ...body } = wireOf(values, { language, location_id: null, label: 'a' });
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
