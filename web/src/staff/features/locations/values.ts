import { type LocationInput, locations } from '@vpisnik/contract/locations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { blankTexts, withoutBlanks } from '../../../lib/form/values.ts';
import { numberOf, type WholeNumber } from '../../../lib/form/whole-number.ts';

/** A location while it is edited: all is text but the number of its places. */
export type LocationValues = Record<Exclude<keyof LocationInput, 'max_participants'>, string> & {
  max_participants: WholeNumber;
};

/** The form of a location that is yet to be created. */
export const empty: LocationValues = { ...blankTexts(locations.create.body), max_participants: null };

/** The values as they travel. */
export const wireOf = ({ max_participants, ...texts }: LocationValues) => ({
  ...withoutBlanks<LocationInput, keyof typeof texts>(locations.create.body, texts),
  max_participants: numberOf(max_participants),
});

/** Validates the values by the contract's schema; `positive` is the clearer code for too few places than `too_small`. */
export const problemsOf = (values: LocationValues): FieldError[] =>
  problemsOfBody(locations.create.body, {
    ...wireOf(values),
    max_participants: values.max_participants,
  }).map((problem) =>
    problem.path === 'max_participants' && problem.code === 'too_small'
      ? { ...problem, code: 'positive' }
      : problem,
  );
