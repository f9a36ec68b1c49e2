import type { Answer } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';

/** From this age on, people are written to themselves. */
const GREETED_AGE = 15;

type Participant = {
  name: string;
  guardian_name: string | null;
  answers: readonly Pick<Answer, 'purpose' | 'value'>[];
};

/**
 * The name that a mail greets: the guardian's for a child under 15 whose guardian is known, else the participant's.
 * Without a date of birth, a group for children only tells the age.
 *
 * @param today the organisation's day, `YYYY-MM-DD`
 */
export function addresseeOf(
  { name, guardian_name, answers }: Participant,
  { age_to }: { age_to: number | null },
  today: string,
): string {
  const given = answers.find(({ purpose }) => purpose === 'date_of_birth')?.value;
  const birth = typeof given === 'string' ? existing(given) : null;
  const isChild = birth ? yearsBetween(birth, today) < GREETED_AGE : age_to !== null && age_to < GREETED_AGE;
  return (isChild && guardian_name?.trim()) || name;
}
