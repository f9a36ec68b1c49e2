import type { Language } from '@vpisnik/contract/common';
import { csvCode, csvLine, csvMark } from '@vpisnik/contract/rules/csv';
import type { Column } from './columns.ts';
import { type Cell, isDay } from './rows.ts';

/** Rows as a CSV file as spreadsheets in the language expect it, part by part. */
export async function* csvFile(
  columns: readonly Column[],
  batches: AsyncIterable<Cell[][]>,
  language: Language,
): AsyncGenerator<string> {
  const separator = language === 'sl' ? ';' : ',';
  yield csvMark +
    csvLine(
      columns.map(({ header }) => header),
      separator,
    );
  const writers = columns.map(({ kind }) => {
    if (kind === 'code') return csvCode;
    return kind === 'day' || kind === 'moment' ? (text: string) => dayIn(text, language) : kept;
  });
  for await (const rows of batches) {
    let text = '';
    for (const row of rows)
      text += csvLine(
        row.map((cell, at) => (cell === null ? '' : (writers[at]?.(String(cell)) ?? ''))),
        separator,
      );
    yield text;
  }
}

/** Digits that a spreadsheet would shorten: a zero in front, or more than it shows of a number. */
const spoilt = /^0\d+$|^\d{12,}$/;
const kept = (text: string) => (spoilt.test(text) ? csvCode(text) : text);

/**
 * A day, with its time where it has one, as spreadsheets in the language read it: `15. 9. 2018` in Slovenian. In English
 * as it is, since what `9/10` means depends on the country.
 */
function dayIn(text: string, language: Language): string {
  const day = text.slice(0, 10);
  if (!isDay.test(day)) return text;
  const time = text.slice(11);
  const [year = '', month = '', date = ''] = day.split('-');
  const shown = language === 'sl' ? `${Number(date)}. ${Number(month)}. ${year}` : day;
  return time ? `${shown} ${time}` : shown;
}
