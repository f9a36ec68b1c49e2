import type { Language } from '@vpisnik/contract/common';
import { writeXlsxStream } from 'hucre/xlsx';
import type { CellKind, Column } from './columns.ts';
import { type Batch, CELL, isDay, marks, ROW } from './rows.ts';
import { exportWords } from './words.ts';

/** Widths in characters. */
const widths: Record<CellKind, number> = { text: 24, code: 19, day: 13, moment: 18, number: 10, money: 12 };
const WIDEST = 40;

/** Formats that are alike in all languages: text that stays as it is, and an amount to the cent. */
const plainFormats: Partial<Record<CellKind, string>> = { code: '@', money: '#,##0.00' };

/** Rows as an Excel workbook with typed cells, part by part; `sheet` is its name, else that of participants. */
export function workbook(
  columns: readonly Pick<Column, 'header' | 'kind'>[],
  batches: AsyncIterable<Batch>,
  language: Language,
  sheet: string = exportWords[language].sheet,
): AsyncIterable<Uint8Array> {
  const { formats, cut } = exportWords[language];
  return writeXlsxStream(cellsOf(columns, batches, cut), {
    name: sheet,
    columns: columns.map(({ header, kind }) => {
      const numFmt = plainFormats[kind] ?? formats[kind as keyof typeof formats];
      return {
        header: plain(header),
        width: Math.min(Math.max(widths[kind], header.length + 2), WIDEST),
        ...(numFmt && { numFmt }),
      };
    }),
    freezePane: { rows: 1 },
  });
}

type Cell = string | number | null;

async function* cellsOf(
  columns: readonly Pick<Column, 'kind'>[],
  batches: AsyncIterable<Batch>,
  cut: string,
): AsyncGenerator<Cell[]> {
  const readers = columns.map(({ kind }) => readerOf(kind, cut));
  for await (const { text } of batches)
    for (const row of text.split(ROW)) yield row.split(CELL).map((cell, at) => readers[at]?.(cell) ?? null);
}

/** Reads the cells of a column, which begin with the mark of its kind; an empty one is none. */
function readerOf(kind: CellKind, cut: string): (cell: string) => Cell {
  if (kind === 'number' || kind === 'money') return (cell) => (cell === '' ? null : Number(cell));
  const { length } = marks[kind];
  const isDated = kind === 'day' || kind === 'moment';
  return (given) => {
    const cell = given.slice(length);
    if (cell === '') return null;
    return (isDated ? serial(cell) : undefined) ?? fitting(plain(cell), cut);
  };
}

/** Spreadsheets read `_x0041_` in a text as the character with this number. */
const plain = (text: string) => text.replace(/_x[0-9a-f]{4}_/gi, '_x005F$&');

/** UTF-16 units of a cell; Excel calls a workbook with a longer one damaged. */
const LONGEST_CELL = 32_767;

/** A text, cut where a cell can't hold it. */
function fitting(text: string, cut: string): string {
  if (text.length <= LONGEST_CELL) return text;
  // half a character would be damage as well
  return text.slice(0, LONGEST_CELL - cut.length).replace(/[\ud800-\udbff]$/, '') + cut;
}

const FIRST_DAY = Date.UTC(1899, 11, 30);
/** Workbooks know no day before: their calendar has a 29 February 1900. */
const FIRST_RIGHT = 61;

/** A day or moment as workbooks count it, in days; undefined for what is none. */
function serial(text: string): number | undefined {
  if (!isDay.test(text.slice(0, 10))) return undefined;
  const moment = text.length > 10 ? `${text.replace(' ', 'T')}:00Z` : `${text}T00:00:00Z`;
  const days = (Date.parse(moment) - FIRST_DAY) / 86_400_000;
  return days >= FIRST_RIGHT ? days : undefined;
}
