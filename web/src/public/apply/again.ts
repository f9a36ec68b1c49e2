import { answerName, type FormEntries } from '@vpisnik/contract/application-form';
import type { PublicField } from '@vpisnik/contract/public';

/** What a question of one line is called when its answer belongs to a guardian or a household, not to the child. */
const guardians =
  /skrbni|star[sš]|mam[aei]|mater|očet|oče\b|naslov|ulica|pošt|guardian|parent|mother|father|address|street|postal|postcode/i;

const isKept = (field: PublicField) =>
  !field.sensitive &&
  (field.widget === 'email' ||
    field.widget === 'phone' ||
    (field.widget === 'text' && Object.values(field.name).some((name) => guardians.test(name ?? ''))));

/** What the form for another person begins with: how to reach the guardian, nothing about the child. */
export function keptForAnother(entries: FormEntries, fields: readonly PublicField[]): FormEntries {
  const kept = ['email', 'phone', ...fields.filter(isKept).map(answerName)];
  return entries.filter(([name, value]) => value !== '' && kept.includes(name));
}
