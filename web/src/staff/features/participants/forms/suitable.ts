import type { GroupSummary } from '@vpisnik/contract/groups';
import type { Participant } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';

type Suitable = { suitable: GroupSummary[]; others: GroupSummary[] };

/**
 * Parts the groups that a participant may be moved to: suitable ones are published, not over, have a free place and fit the age on
 * their first day; those of the participant's own category come first.
 *
 * @param today the day on the organisation's clocks, `YYYY-MM-DD`
 */
export function suitableFor(
  { group_id, answers }: Pick<Participant, 'group_id' | 'answers'>,
  groups: readonly GroupSummary[],
  today: string,
): Suitable {
  const born = answers.find(({ purpose }) => purpose === 'date_of_birth')?.value;
  const birthday = typeof born === 'string' ? existing(born) : null;
  const category = groups.find(({ id }) => id === group_id)?.category_id;
  const candidates = groups
    .filter(({ id, archived_at }) => id !== group_id && archived_at === null)
    .toSorted((a, b) => Number(b.category_id === category) - Number(a.category_id === category));
  const fits = (group: GroupSummary) =>
    group.active &&
    (group.end_date === null || group.end_date >= today) &&
    (group.places === null || group.taken < group.places) &&
    (birthday === null || isOfAge(group, birthday, today));
  return { suitable: candidates.filter(fits), others: candidates.filter((group) => !fits(group)) };
}

function isOfAge({ start_date, age_from, age_to }: GroupSummary, born: string, today: string): boolean {
  const age = yearsBetween(born, start_date && start_date > today ? start_date : today);
  return (age_from === null || age >= age_from) && (age_to === null || age <= age_to);
}
