/** A byte order mark: spreadsheets take a file without one for another encoding. */
const MARK = '\ufeff';
/** Text that spreadsheets run as a formula, in some also after a space or with full-width characters. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const number = /^-?\d+([.,]\d+)?$/;

/**
 * Rows as a file for spreadsheets. A text that would be a formula gets an apostrophe in front, which is shown as text;
 * real numbers stay numbers.
 *
 * @param separator a semicolon where the comma is the decimal point
 */
export function csv(rows: readonly (readonly string[])[], separator: ';' | ','): string {
  const cell = (text: string) => {
    const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
    return /["\r\n;,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return MARK + rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}
