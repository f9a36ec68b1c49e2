import type { PublicField } from '@vpisnik/contract/public';
import { answerName, type FormEntries } from '@vpisnik/contract/rules/application-form';

/** Whether an answer is about a guardian or household, not about the child. */
const isKept = ({ sensitive, widget, purpose }: PublicField) =>
  !sensitive &&
  (widget === 'email' ||
    widget === 'phone' ||
    purpose === 'guardian_name' ||
    purpose === 'guardian_phone' ||
    purpose === 'address');

/** Initial entries of the form for another participant: keeps the guardian's contacts, nothing about the child. */
export function keptForAnother(entries: FormEntries, fields: readonly PublicField[]): FormEntries {
  const kept = ['email', 'phone', ...fields.filter(isKept).map(answerName)];
  return entries.filter(([name, value]) => value !== '' && kept.includes(name));
}
