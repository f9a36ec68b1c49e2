import type { ImportOutcome } from '@vpisnik/contract/imports';
import { csv } from '@vpisnik/contract/rules/csv';
import { saveFile } from '../../../lib/save-file.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { Translate } from '../../../lib/text/translate.ts';
import { problemLine } from './problem-text.ts';

type Words = { name: string; t: Translate<MessageKey>; locale: Locale };

/** CSV report with the outcome of each row. */
export function reportFile({ rows }: ImportOutcome, { t, locale }: Omit<Words, 'name'>): string {
  const header = ['row', 'title', 'status', 'problems'] as const;
  const lines = rows.map(({ row, title, status, problems }) => [
    String(row),
    title,
    t(`modules.import.status.${status}`),
    problems.map((problem) => problemLine(problem, t)).join(' '),
  ]);
  return csv([header.map((one) => t(`modules.import.table.${one}`)), ...lines], locale === 'sl' ? ';' : ',');
}

/** Saves the report beside the file that it is about. */
export function saveReport(report: ImportOutcome, words: Words): void {
  const file = new Blob([reportFile(report, words)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `${words.name.replace(/\.\w+$/, '')}-${words.t('modules.import.report.file')}.csv`);
}
