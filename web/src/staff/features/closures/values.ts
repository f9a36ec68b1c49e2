import { type ClosureDay, closureProblems, closures } from '@vpisnik/contract/closures';
import type { Language, Texts } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { valuesFrom } from '../../../lib/form/values.ts';

/** Values of the form of closed days. */
export type ClosureValues = { name: Texts; start_date: string | null; end_date: string | null };

const empty: ClosureValues = { name: {}, start_date: null, end_date: null };

/** Initial values. */
export const valuesOf = (row: ClosureDay | null): ClosureValues => valuesFrom(empty, row);

/** Request body; of a single day the last day is the first. */
export const wireOf = ({ name, start_date, end_date }: ClosureValues) => ({
  name,
  start_date: start_date ?? undefined,
  end_date: end_date ?? start_date ?? undefined,
});

/** Validates the form; problems come in the order of its fields. */
export function problemsOf(values: ClosureValues, languages: readonly Language[]): FieldError[] {
  const { name, start_date = '', end_date = '' } = wireOf(values);
  const whole = closureProblems({ name, start_date, end_date }, languages);
  const found = problemsOfBody(closures.create.body, wireOf(values), whole).filter(
    // without a first day, reports only that one as missing
    ({ path }) => start_date || path !== 'end_date',
  );
  const isNamed = ({ path }: FieldError) => path.startsWith('name');
  return [...found.filter(isNamed), ...found.filter((problem) => !isNamed(problem))];
}

/** The days to come on which dates may change by a closure: its new ones and those it had; null when there are none. */
export function daysToTell(
  { start_date, end_date }: ClosureValues,
  before: ClosureDay | null,
  today: string,
): { from: string; to: string } | null {
  if (start_date === null) return null;
  const now = { start_date, end_date: end_date ?? start_date };
  const starts = [now.start_date, ...(before ? [before.start_date] : [])].sort();
  const ends = [now.end_date, ...(before ? [before.end_date] : [])].sort();
  const from = [starts[0] ?? '', today].sort().at(-1) ?? '';
  const to = ends.at(-1) ?? '';
  return from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000 ? { from, to } : null;
}

/** A closure is no longer than a year, and is moved by no more than one. */
const MOST_DAYS = 732;
