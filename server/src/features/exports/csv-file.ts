import type { Language } from '@vpisnik/contract/common';
import { type CsvSeparator, csvLine, csvMark } from '@vpisnik/contract/rules/csv';
import type { Column } from './columns.ts';
import { type Batch, CELL, ROW } from './rows.ts';

/** Rows as a CSV file as spreadsheets in the language expect it, part by part. */
export async function* csvFile(
  columns: readonly Pick<Column, 'header'>[],
  batches: AsyncIterable<Batch>,
  language: Language,
): AsyncGenerator<string | Uint8Array> {
  const separator = language === 'sl' ? ';' : ',';
  yield csvMark +
    csvLine(
      columns.map(({ header }) => header),
      separator,
    );
  for await (const { text } of batches) yield csvLines(language === 'sl' ? withDays(text) : text, separator);
}

/**
 * Days, with their time where they have one, as spreadsheets in Slovenian read them: `15. 9. 2018`. In English they stay as
 * they are, since what `9/10` means depends on the country.
 */
const withDays = (text: string): string => text.replace(day, '$3. $2. $1');

/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: the marks, and the ends of cells */
const day = /\u001d(\d{4})-0?([1-9]\d?)-0?([1-9]\d?)(?=[ \u001e\u001f]|$)/g;
/** Digits that a spreadsheet would shorten: a zero in front, or more than it shows of a number. */
const spoilt = /(^|[\u001e\u001f])(?=(?:0\d+|\d{12,})(?:[\u001e\u001f]|$))/g;
/** The rules of `csvCode` and `csvLine`, for all cells of a text. */
const code = /\u001c(?=(?:[\d.,\s]+|\d+(?:[.,]\d+)?e\d+)(?:[\u001e\u001f]|$))/gi;
const mark = /[\u001c\u001d]/g;
const formula = /(^|[\u001e\u001f])(?=\s*[=+\-@＝＋－＠]|[\t\r\n])(?!-?\d+(?:[.,]\d+)?(?:[\u001e\u001f]|$))/g;
const special = /["\r\n;,]/g;
const end = /[\u001e\u001f]/g;
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: the marks, and the ends of cells */

/** The rows of a text as `csvLine` writes them one by one, which takes several times as long. */
export function csvLines(text: string, separator: CsvSeparator): Uint8Array {
  const lines = text.replace(spoilt, "$1'").replace(code, "'").replace(mark, '').replace(formula, "$1'");
  const bytes = Buffer.from(`${quoted(lines).replaceAll(ROW, '\r\n')}\r\n`);
  // one byte for another where it stands: in a text, each of a million separators would be a piece of its own
  const cell = CELL.charCodeAt(0);
  const between = separator.charCodeAt(0);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === cell) bytes[at] = between;
  return bytes;
}

/** Puts cells with a special character in quotes. Few cells have one, so it looks for those and not at every cell. */
function quoted(text: string): string {
  let result = '';
  let from = 0;
  for (;;) {
    special.lastIndex = from;
    const at = special.exec(text)?.index;
    if (at === undefined) return result + text.slice(from);
    const before = text.slice(from, at);
    const start = from + 1 + Math.max(before.lastIndexOf(CELL), before.lastIndexOf(ROW));
    end.lastIndex = at;
    const until = end.exec(text)?.index ?? text.length;
    result += `${text.slice(from, start)}"${text.slice(start, until).replaceAll('"', '""')}"`;
    from = until;
  }
}
