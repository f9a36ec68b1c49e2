/** A spreadsheet as texts, whatever program wrote it. Nothing in it is calculated: a formula is what it looks like. */
import { fromCsv } from '@vpisnik/contract/rules/csv';
import { parse as parseCsv } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { catalogueSheet, type SheetLimits } from './limits.ts';
import { unzip, ZipError, zipOf } from './unzip.ts';
import { firstSheetOf, spreadDown } from './workbook.ts';

/** Longer than any field. */
const LONGEST = 6_000;

/** Why a file is not taken. */
export type SheetRefusal = {
  code:
    | 'not_a_sheet'
    | 'old_excel'
    | 'locked_sheet'
    | 'sheet_too_large'
    | 'no_rows'
    | 'too_many_rows'
    | 'too_many_columns';
  limit?: number;
};

class Refused extends Error {
  readonly refusal: SheetRefusal;
  constructor(code: SheetRefusal['code'], limit?: number) {
    super(code);
    this.refusal = { code, ...(limit !== undefined && { limit }) };
  }
}

/**
 * Reads CSV (any of the usual separators; UTF-8, UTF-16 or windows-1250) or XLSX (the first sheet that is shown). It takes its
 * time: call it through `readSheetApart`.
 *
 * @returns rows of equal length, the header first; dates as `YYYY-MM-DD`, times as `HH:MM`
 */
export async function readRows(
  file: Buffer,
  limits: SheetLimits = catalogueSheet,
): Promise<{ rows: string[][] } | { refusal: SheetRefusal }> {
  try {
    const rows = trimmed(isZip(file) ? await readWorkbook(file, limits) : readText(file, limits));
    const [header, ...body] = rows;
    if (!header || body.length === 0) throw new Refused('no_rows');
    if (body.length > limits.rows) throw new Refused('too_many_rows', limits.rows);
    if (header.length > limits.columns) throw new Refused('too_many_columns', limits.columns);
    const characters = rows.flat().reduce((sum, cell) => sum + cell.length, 0);
    if (characters > limits.characters) throw new Refused('sheet_too_large');
    return { rows };
  } catch (error) {
    return { refusal: error instanceof Refused ? error.refusal : { code: 'not_a_sheet' } };
  }
}

const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
const isOldExcel = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

async function readWorkbook(file: Buffer, limits: SheetLimits): Promise<string[][]> {
  try {
    const unpacked = unzip(file, (name) => /\.(xml|rels)$/.test(name), limits.unpacked);
    const { entries, sheets, merged } = firstSheetOf(unpacked);
    for (const sheet of sheets) requireNear(sheet, limits.rows);
    const rows = await readSheet(zipOf(entries));
    return spreadDown(
      rows.map((row) => row.map(textOf)),
      merged,
    );
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(
      error instanceof ZipError && error.message === 'too large' ? 'sheet_too_large' : 'not_a_sheet',
    );
  }
}

/**
 * The reader lays out everything up to the last cell that is named, and one in the last corner of a sheet is a few bytes
 * of a file. So every place that is written anywhere must be near.
 */
function requireNear(xml: string, rows: number): void {
  if ((xml.match(/<row\b/g)?.length ?? 0) > rows + 1) throw new Refused('too_many_rows', rows);
  const near = new RegExp(`^[A-Z]{0,2}\\d{1,${String(rows).length}}$`);
  for (const [, place = ''] of xml.matchAll(/(?<!:)\br\s*=\s*["']([^"']*)/g))
    if (!near.test(place)) throw new Refused('sheet_too_large');
}

/** Days and times are numbers to a spreadsheet, and instants to its reader. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  // incomplete or out of range
  if (Number.isNaN(cell.getTime())) return '';
  const rounded = new Date(Math.round(cell.getTime() / 60_000) * 60_000).toISOString();
  const [day = '', time = ''] = [rounded.slice(0, 10), rounded.slice(11, 16)];
  // the first days of a spreadsheet's calendar are those of a time without a day
  if (day < '1900-01-02') return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

function readText(file: Buffer, limits: SheetLimits): string[][] {
  // a workbook with a password comes in the wrapping of old Excel
  if (isOldExcel(file)) throw new Refused(file.includes(encrypted) ? 'locked_sheet' : 'old_excel');
  const decodedText = decoded(file);
  // no table has these: a picture or a program does, a page of the web, a document
  if (/\0|^\s*<|^%PDF/.test(decodedText)) throw new Refused('not_a_sheet');
  // a first line for Excel, which doesn't show it
  const [hint = '', said] = /^sep=([;,|\t])\r?\n/i.exec(decodedText) ?? [];
  const text = decodedText.slice(hint.length);
  return parseCsv(text, {
    delimiter: said ?? separatorOf(text, limits.preamble === true),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 200_000,
    to: limits.rows + 2,
  });
}

function decoded(file: Buffer): string {
  if (file.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return new TextDecoder('utf-16be').decode(file);
  if (file.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    // what Excel saves on a Slovenian computer when nothing else is asked for
    return new TextDecoder('windows-1250').decode(file);
  }
}

/** As many lines tell the separator. */
const TELLING = 40;

/**
 * Guesses the separator outside of quotes: the header has it, and most rows have it as often. A long question in a header may
 * hold more commas than there are columns. Where a header may have other lines before it, the one there is most of.
 */
function separatorOf(text: string, hasPreamble: boolean): string {
  const start = text.slice(0, 20_000).replaceAll(/"(?:[^"]|"")*"/g, '');
  const lines = start.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const counted = [';', '\t', ',', '|'].map((one) => {
    const counts = lines.slice(0, TELLING).map((line) => line.split(one).length - 1);
    const [first = 0] = counts;
    return hasPreamble
      ? { one, alike: 0, count: counts.reduce((sum, count) => sum + count, 0) }
      : { one, alike: first && counts.filter((count) => count === first).length, count: first };
  });
  const isBetter = (next: (typeof counted)[0], best: (typeof counted)[0]) =>
    next.alike > best.alike || (next.alike === best.alike && next.count > best.count);
  return counted.reduce((best, next) => (isBetter(next, best) ? next : best)).one;
}

/**
 * Halves of characters and the character that is none can't be kept. The apostrophe of our own exports goes, also out of a
 * workbook: a spreadsheet that opens such a file saves it along.
 */
const cleaned = (cell: string) =>
  fromCsv(
    cell
      .replace(/[\u00a0\u202f]/g, ' ')
      .replace(/\r\n?/g, '\n')
      .replaceAll('\0', '')
      .trim(),
  )
    .slice(0, LONGEST)
    .toWellFormed();

/**
 * Without what spreadsheets leave around a table; empty rows stay, so that rows keep their numbers. The first row that is
 * not empty is the header and changes places with the one on top.
 */
function trimmed(rows: string[][]): string[][] {
  const texts = rows.map((row) => row.map(cleaned));
  const isEmpty = (row: string[]) => row.every((cell) => cell === '');
  const width = Math.max(0, ...texts.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  const last = texts.findLastIndex((row) => !isEmpty(row));
  const header = texts.findIndex((row) => !isEmpty(row));
  if (header > 0) [texts[0], texts[header]] = [texts[header] ?? [], texts[0] ?? []];
  return texts
    .slice(0, last + 1)
    .map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}
