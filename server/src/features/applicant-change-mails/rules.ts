import { existing } from '@vpisnik/contract/rules/dates';
import { formatDay } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Fact } from '../application-mails/facts.ts';
import { changeWords } from './words.ts';

/** A change as the history keeps it; of a sensitive answer there is neither `from` nor `to`. */
export type WrittenChange = {
  field: string;
  field_id?: string;
  label?: string | null;
  /** Of the question, for an answer. */
  type?: string | null;
  sensitive?: boolean;
  from?: string | null;
  to?: string | null;
};

/**
 * What applicants change on their pages, as the history calls it and `app.is_told_change` has it. Mails of their own tell of
 * withdrawals and answers to offers, which change other fields.
 */
const onPages = new Set([...Object.keys(changeWords.sl.fields), 'answer', 'absence']);

/**
 * What several changes come to, each as a line of a mail: what was changed and then changed back is none.
 *
 * @param former whether it also says what was there before: staff are told, applicants know
 */
export function changeFacts(
  changes: readonly WrittenChange[],
  language: Language,
  { former }: { former: boolean },
): Fact[] {
  // applicants have been told of a new address where it counts: at the former one
  const told = changes.filter(({ field }) => onPages.has(field) && (former || field !== 'email'));
  const absences = told.filter(({ field }) => field === 'absence');
  const others = told.filter(({ field }) => field !== 'absence');
  const byField = Map.groupBy(others, ({ field, field_id }) => field_id ?? field);
  return [
    ...[...byField.values()].flatMap((its) => factOf(its, language, former)),
    ...absenceFacts(absences, language),
  ];
}

function factOf(its: readonly WrittenChange[], language: Language, former: boolean): Fact[] {
  const words = changeWords[language];
  const [first, last] = [its[0], its.at(-1)];
  if (!first || !last) return [];
  const question = last.field === 'answer' ? (last.label ?? '') : (words.fields[last.field] ?? last.field);
  const line = (value: string): Fact[] => [{ label: 'other_changes', question, value }];
  if (its.some(({ sensitive }) => sensitive)) return line(words.sensitive);
  const [from, to] = [said(first.from, last, language), said(last.to, last, language)];
  if (from === to) return [];
  return line(former && from !== '' ? `${from} → ${to || words.empty}` : to || words.empty);
}

function said(value: string | null | undefined, { field, type }: WrittenChange, language: Language): string {
  const words = changeWords[language];
  const text = value ?? '';
  if (field === 'language') return words.languages[text] ?? text;
  const day = type === 'date' ? existing(text) : null;
  return day ? formatDay(day, language) : text;
}

/** The days of new absences, and those of absences taken back. */
function absenceFacts(changes: readonly WrittenChange[], language: Language): Fact[] {
  const words = changeWords[language];
  const byDay = Map.groupBy(changes, ({ from, to }) => to ?? from ?? '');
  const days = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1));
  const among = (
    question: string,
    isTold: (first: WrittenChange, last: WrittenChange) => boolean,
  ): Fact[] => {
    const its = days.filter(([, [first, ...rest]]) => first && isTold(first, rest.at(-1) ?? first));
    const value = its.map(([day]) => formatDay(day, language)).join(', ');
    return value === '' ? [] : [{ label: 'other_changes', question, value }];
  };
  const isAbsence = ({ to }: WrittenChange) => to != null;
  return [
    ...among(words.absent, (first, last) => isAbsence(first) && isAbsence(last)),
    ...among(words.coming, (first, last) => !isAbsence(first) && !isAbsence(last)),
  ];
}
