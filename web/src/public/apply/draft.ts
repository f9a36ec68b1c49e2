import type { PublicField } from '@vpisnik/contract/public';
import { answerName, type FormEntries } from '@vpisnik/contract/rules/application-form';
import { parseTypedDay } from '@vpisnik/contract/rules/dates';
import type { Language } from '@vpisnik/contract/rules/texts';

/** A half-filled form, as it outlives a reload of its tab. */
export type Draft = {
  entries: FormEntries;
  /** `Idempotency-Key` of the form, so that sending it again after a reload is still the same application. */
  key: string;
  /** Milliseconds since 1970 when the form was begun, and last written to. */
  started: number;
  saved: number;
};

const DAY = 24 * 60 * 60 * 1000;
const nameOf = (groupId: string) => `vpisnik.draft.${groupId}`;
/** Set by the page, not by the person. */
const own = ['language', 'idempotency_key', 'opened_at', 'accept_waitlist', 'privacy_version', 'website'];

/** The draft of a group's form; null when there is none, it is a day old, or storage is refused. */
export function loadDraft(groupId: string, now = Date.now()): Draft | null {
  try {
    const text = sessionStorage.getItem(nameOf(groupId));
    if (!text) return null;
    const draft = JSON.parse(text) as Draft;
    if (now - draft.saved < DAY) return draft;
    sessionStorage.removeItem(nameOf(groupId));
  } catch {
    // a form in another site's frame may have no storage
  }
  return null;
}

/** Saves the non-empty answers except sensitive ones; returns whether a draft is left. */
export function saveDraft(
  groupId: string,
  fields: readonly PublicField[],
  draft: Omit<Draft, 'saved'>,
  now = Date.now(),
): boolean {
  const secret = fields.filter((field) => field.sensitive).map(answerName);
  const entries = draft.entries.filter(
    ([name, value]) => value !== '' && !own.includes(name) && !secret.includes(name),
  );
  if (entries.length === 0) return !clearDraft(groupId);
  try {
    sessionStorage.setItem(nameOf(groupId), JSON.stringify({ ...draft, entries, saved: now }));
    return true;
  } catch {
    return false;
  }
}

/** Replaces typed days by `YYYY-MM-DD`, so that a form in another language can show them. */
export function withDays(
  entries: FormEntries,
  fields: readonly PublicField[],
  language: Language,
): FormEntries {
  const days = fields.filter((field) => field.widget === 'date').map(answerName);
  return entries.map(([name, value]) =>
    days.includes(name) ? [name, parseTypedDay(value, language) ?? value] : [name, value],
  );
}

/** Forgets the draft of a group's form. */
export function clearDraft(groupId: string): true {
  try {
    sessionStorage.removeItem(nameOf(groupId));
  } catch {
    // then there was none
  }
  return true;
}
