import type { Answer } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';

/** From this age on, people are written to themselves. */
const GREETED_AGE = 15;
/** From this age on, people have no guardian, whatever a form asks. */
const ADULT_AGE = 18;

type Participant = {
  name: string;
  guardian_name: string | null;
  answers: readonly Pick<Answer, 'purpose' | 'value'>[];
};
type ItsGroup = { age_to: number | null };

/**
 * The name that a mail greets: the guardian's for a child under 15 whose guardian is known, else the participant's.
 * Without a date of birth, a group for children only tells the age.
 *
 * @param today the organisation's day, `YYYY-MM-DD`
 */
export function addresseeOf(
  { name, guardian_name, answers }: Participant,
  { age_to }: ItsGroup,
  today: string,
): string {
  const isChild = (ageOf(answers, today) ?? age_to ?? GREETED_AGE) < GREETED_AGE;
  return (isChild && guardian_name?.trim()) || name;
}

/**
 * Whether a parent or guardian has applied for a participant: for a child under 15, and for a minor whose guardian is named. Without a
 * date of birth a guardian or a group for children only tells it.
 *
 * @param today the organisation's day, `YYYY-MM-DD`
 */
export function isForChild(
  { guardian_name, answers }: Omit<Participant, 'name'>,
  { age_to }: ItsGroup,
  today: string,
): boolean {
  const hasGuardian = !!guardian_name?.trim();
  const age = ageOf(answers, today);
  if (age !== null) return age < (hasGuardian ? ADULT_AGE : GREETED_AGE);
  return hasGuardian || (age_to !== null && age_to < GREETED_AGE);
}

/** Age on a day; null where no date of birth is known. */
function ageOf(answers: Participant['answers'], today: string): number | null {
  const given = answers.find(({ purpose }) => purpose === 'date_of_birth')?.value;
  const birth = typeof given === 'string' ? existing(given) : null;
  return birth === null ? null : yearsBetween(birth, today);
}
