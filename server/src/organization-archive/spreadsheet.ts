import { csvCode, csvDay, csvLine, csvMark } from '@vpisnik/contract/rules/csv';
import type { Language } from '@vpisnik/contract/rules/texts';
import { mapInSlices } from '../slices.ts';
import type { ArchivedColumn } from './tables.ts';
import { archiveWords } from './words.ts';

type Value = string | number | boolean | object | null;

/**
 * Rows as a CSV file as spreadsheets in the language expect it, by the names of their columns. The contents of files are not in
 * it.
 */
export async function* spreadsheetOf(
  columns: readonly ArchivedColumn[],
  batches: AsyncIterable<readonly string[]>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const shown = columns.filter(({ type }) => type !== 'bytea');
  const separator = language === 'sl' ? ';' : ',';
  yield Buffer.from(
    csvMark +
      csvLine(
        shown.map(({ name }) => name),
        separator,
      ),
  );
  for await (const rows of batches) {
    const lines = await mapInSlices(rows, (row) => {
      const values = JSON.parse(row) as Record<string, Value>;
      return csvLine(
        shown.map(({ name, type }) => cellOf(values[name] ?? null, type, language)),
        separator,
      );
    });
    yield Buffer.from(lines.join(''));
  }
}

/** A moment is told by the clocks that its row was written for. */
function cellOf(value: Value, type: string, language: Language): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return archiveWords[language].ticks[value ? 'yes' : 'no'];
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number') {
    const decimals = Number(/^numeric\(\d+,(\d+)\)$/.exec(type)?.[1] ?? 0);
    const text = decimals > 0 ? value.toFixed(decimals) : String(value);
    return language === 'sl' ? text.replace('.', ',') : text;
  }
  if (type === 'date') return csvDay(value, language);
  if (type === 'timestamp with time zone')
    return `${csvDay(value.slice(0, 10), language)} ${value.slice(11, 16)}`.trimEnd();
  return csvCode(value);
}
