import type { Language } from './texts.ts';

/** A byte order mark: spreadsheets take a file without one for another encoding. */
export const csvMark = '\ufeff';
/** Text that spreadsheets run as a formula, in some also after a space or with full-width characters. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const number = /^-?\d+([.,]\d+)?$/;
const special = /["\r\n;,]/;

/** Digits that spreadsheets take for a number: `031123456` would lose its zero, and `22E45678` become infinite. */
const numeric = /^[\d.,\s]+$|^\d+([.,]\d+)?e\d+$/i;

/** What separates cells in a language: a semicolon where the comma is the decimal point. */
export type CsvSeparator = ';' | ',';

/** A telephone number or code that stays what it is in a spreadsheet: with an apostrophe, where it would become a number. */
export const csvCode = (text: string): string => (numeric.test(text) ? `'${text}` : text);

/** A day, or what begins with one, as spreadsheets in Slovenian read it; what `9/10` means in English depends on the country. */
export const csvDay = (day: string, language: Language): string =>
  language === 'sl' ? day.replace(/^(\d{4})-0?(\d+)-0?(\d+)/, '$3. $2. $1') : day;

const isFormula = (text: string) => formula.test(text) && !number.test(text);

/** What a cell held before it got the apostrophe of `csvCode` or `csvLine`. */
export const fromCsv = (cell: string): string => {
  const text = cell.slice(1);
  return cell.startsWith("'") && (numeric.test(text) || isFormula(text)) ? text : cell;
};

/**
 * One row of a file for spreadsheets. A text that would be a formula gets an apostrophe in front, which is shown as text;
 * real numbers stay numbers.
 */
export function csvLine(cells: readonly string[], separator: CsvSeparator): string {
  let line = '';
  for (const text of cells) {
    const safe = isFormula(text) ? `'${text}` : text;
    line += separator + (special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe);
  }
  return `${line.slice(1)}\r\n`;
}

/** Rows as a file for spreadsheets. */
export function csv(rows: readonly (readonly string[])[], separator: CsvSeparator): string {
  return csvMark + rows.map((row) => csvLine(row, separator)).join('');
}
