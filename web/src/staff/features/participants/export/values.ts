import { type ExportColumn, type ExportFormat, exportColumns } from '@vpisnik/contract/rules/exports';
import type { AnswerColumn } from '../use-answer-columns.ts';

/** What a person chooses in the dialog; `some` are the columns to choose from one by one. */
export type ExportValues = {
  format: ExportFormat;
  which: 'screen' | 'all' | 'some';
  some: readonly string[];
  withSensitive: boolean;
  reason: string;
};

/** What a column on the screen shows. */
const onScreen: Record<string, readonly ExportColumn[]> = {
  group: ['group'],
  contact: ['phone', 'guardian_phone'],
  guardian: ['guardian_name', 'guardian_phone'],
  age: ['birth_date', 'age'],
  waiting_position: ['waiting_position'],
  offer_until: ['offer_until'],
  reference: ['reference'],
  language: ['language'],
  status: ['status'],
  application_date: ['application_date'],
};

/** The columns of an export that show what columns on the screen do, in their order. */
export function screenColumns(shown: readonly string[], answers: readonly AnswerColumn[]): string[] {
  const isAnswer = (id: string) => answers.some((answer) => answer.id === id);
  const theirs = shown.flatMap((id): readonly string[] => onScreen[id] ?? (isAnswer(id) ? [id] : []));
  return [...new Set(['name', 'email', ...theirs])];
}

/** The columns that are asked for, without sensitive ones unless they are wanted; undefined for all. */
function columnsOf(
  { which, some, withSensitive }: ExportValues,
  shown: readonly string[],
  answers: readonly AnswerColumn[],
): string[] | undefined {
  if (which === 'all') return undefined;
  const wanted = which === 'screen' ? screenColumns(shown, answers) : some;
  const order = [...exportColumns, ...answers.map(({ id }) => id)];
  const hidden = new Set(answers.flatMap(({ id, sensitive }) => (sensitive && !withSensitive ? [id] : [])));
  const kept = wanted.filter((id) => !hidden.has(id));
  return which === 'screen' ? kept : order.filter((id) => kept.includes(id));
}

/** The request body, without the selection. */
export function bodyOf(values: ExportValues, shown: readonly string[], answers: readonly AnswerColumn[]) {
  const columns = columnsOf(values, shown, answers);
  return {
    ...(columns && { columns }),
    ...(values.withSensitive && { sensitive_reason: values.reason.trim() }),
  };
}

/** Which fields stop an export; a chosen column that is left out does not count. */
export function problemsOf(
  values: ExportValues,
  shown: readonly string[],
  answers: readonly AnswerColumn[],
): { some: boolean; reason: boolean } {
  return {
    some: values.which === 'some' && columnsOf(values, shown, answers)?.length === 0,
    reason: values.withSensitive && values.reason.trim() === '',
  };
}
