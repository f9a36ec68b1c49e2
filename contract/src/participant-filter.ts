/** What narrows a list of participants; the same filter selects those that bulk work is about. */
import { z } from 'zod';
import { day, flag, language, search, several, uuid } from './common.ts';
import { concerns, offerStands, paymentStands, sources } from './rules/participant-filter.ts';
import { periods, shownStatuses } from './rules/statuses.ts';

/**
 * Answers to a field of the catalogue, as `<field id>:<value>`: the value of a choice, `true` or `false` of a tick, `*`
 * for any answer, `!` for none. Values of one field widen the filter, several fields narrow it.
 *
 * Of a tick, `false` are those who were asked and did not tick, and `!` those who were never asked.
 */
const answer = z
  .string()
  .toLowerCase()
  .max(120)
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:([a-z0-9_-]+|[*!])$/);

const age = z.coerce.number().int().min(0).max(150);

const person = {
  search,
  /** `inactive` are all who are, `withdrawn` those of them by their own wish. */
  status: several(z.enum(shownStatuses)).optional(),
  applied_from: day.optional(),
  applied_to: day.optional(),
  language: several(language).optional(),
  /** Whether they applied or were added by staff. */
  source: several(z.enum(sources)).optional(),
  age_from: age.optional(),
  age_to: age.optional(),
  /** The day on which they have that age; today when absent. */
  age_on: day.optional(),
  answer: several(answer).optional(),
  /** What about them needs a look. */
  look: several(z.enum(concerns)).optional(),
  /** How they stand with an offer of a place. */
  offer: several(z.enum(offerStands)).optional(),
};

/** Which groups they are in. */
export const groupFilter = {
  group_id: several(uuid).optional(),
  category_id: several(uuid).optional(),
  location_id: several(uuid).optional(),
  leader_id: several(uuid).optional(),
  /** Where today stands among the days of their group. */
  period: several(z.enum(periods)).optional(),
};

/** Filter of a group's roster. */
export const rosterFilter = z.strictObject(person);

/** Filter of the list of all participants; filters narrow together, several values of one widen it. */
export const participantFilter = z.strictObject({
  ...person,
  ...groupFilter,
  /** How they stand with their payments. */
  payment: several(z.enum(paymentStands)).optional(),
  /** `payment=overdue`, as saved views and links of before say it. */
  overdue: flag.optional(),
});

/** The same as it is kept, limited to groups in scope, which may be more than are chosen by hand. */
export const limitedFilter = participantFilter.extend({ group_id: z.array(uuid).optional() });

export type ParticipantFilter = z.output<typeof participantFilter>;
