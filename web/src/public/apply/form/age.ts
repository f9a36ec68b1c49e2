import type { PublicField, PublicGroupPage } from '@vpisnik/contract/public';
import { answerName, type FormEntries } from '@vpisnik/contract/rules/application-form';
import { existing, parseTypedDay, yearsBetween } from '@vpisnik/contract/rules/dates';
import type { Language } from '@vpisnik/contract/rules/texts';

/** Whether a question asks for the date of birth. */
export const asksBirth = (field: Pick<PublicField, 'purpose'>) => field.purpose === 'date_of_birth';

type Group = Pick<PublicGroupPage, 'age_from' | 'age_to' | 'start_date' | 'fields'>;

/**
 * The age that the group is not meant for: on its first day, or today when it has begun; null when it fits or is
 * not known.
 *
 * @param today the day in the visitor's calendar, `YYYY-MM-DD`
 */
export function unsuitableAge(
  group: Group,
  entries: FormEntries,
  language: Language,
  today: string,
): number | null {
  const question = group.fields.find(asksBirth);
  const given = question && entries.find(([name]) => name === answerName(question))?.[1].trim();
  const birth = given && (existing(given) ?? parseTypedDay(given, language));
  if (!birth) return null;
  const start = group.start_date && group.start_date > today ? group.start_date : today;
  const age = yearsBetween(birth, start);
  if (age < 0) return null;
  const fits =
    (group.age_from === null || age >= group.age_from) && (group.age_to === null || age <= group.age_to);
  return fits ? null : age;
}
