import { type LocationInput, locations } from '@vpisnik/contract/locations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import type { Filled } from '../../../lib/form/values.ts';
import { numberOf, type WholeNumber } from '../../../lib/form/whole-number.ts';

/** A location while it is edited. */
export type LocationValues = Omit<Filled<LocationInput>, 'google_maps_link' | 'max_participants'> & {
  google_maps_link: string;
  max_participants: WholeNumber;
};

/** The form of a location that is yet to be created. */
export const empty: LocationValues = {
  name: '',
  address: '',
  description: '',
  comment: '',
  max_participants: null,
  google_maps_link: '',
};

/** The values as they travel. */
export const wireOf = ({ google_maps_link, max_participants, ...values }: LocationValues) => ({
  ...values,
  max_participants: numberOf(max_participants),
  google_maps_link: google_maps_link.trim() || null,
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
