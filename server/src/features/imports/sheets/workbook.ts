/** A workbook made ready for its reader: the first sheet alone, without cells that are only formatted. */
import type { Entry } from './unzip.ts';

/** A merged area, as far as it goes down: rows and column from 0. */
type Merged = { column: number; first: number; last: number };

/** Entries needed for the first sheet of a workbook that is not hidden, with its merged areas. */
export function firstSheetOf(given: Entry[]): { entries: Entry[]; sheets: string[]; merged: Merged[] } {
  const entries = given.map(withoutHidden);
  const path = firstPath(entries);
  const isSheet = ({ data }: Entry) => data.includes('sheetData');
  const isAnother = (entry: Entry) => path !== undefined && entry.name !== path && isSheet(entry);
  const sheets: string[] = [];
  const kept = entries
    .filter((entry) => !isAnother(entry))
    .map((entry) => {
      if (!isSheet(entry)) return entry;
      const xml = withoutEmpty(entry.data.toString('latin1'));
      sheets.push(xml);
      return { ...entry, data: Buffer.from(xml, 'latin1') };
    });
  return { entries: kept, sheets, merged: sheets.flatMap(mergedIn) };
}

const hidden = /<(?:\w+:)?sheet\s[^<>]*\bstate\s*=\s*["'](?:hidden|veryHidden)["'][^<>]*>/g;

/** The list of sheets without those that a spreadsheet doesn't show, such as lists for choosing from. */
function withoutHidden(entry: Entry): Entry {
  if (entry.name !== 'xl/workbook.xml') return entry;
  return { ...entry, data: Buffer.from(entry.data.toString('latin1').replace(hidden, ''), 'latin1') };
}

/** Where the first sheet is; undefined when that is not said as usual, and then all of them are kept. */
function firstPath(entries: Entry[]): string | undefined {
  const textOf = (name: string) => entries.find((one) => one.name === name)?.data.toString('latin1') ?? '';
  const [, id] = /<(?:\w+:)?sheet\s[^<>]*?:id\s*=\s*["']([^"']+)/.exec(textOf('xl/workbook.xml')) ?? [];
  const relations = textOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? [];
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? '';
  const target = attribute(relations.find((tag) => attribute(tag, 'Id') === id) ?? '', 'Target');
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return entries.some(({ name }) => name === path) ? path : undefined;
}

/** Whole columns that are formatted reach down to the last row; an error is shown as what it says. */
const withoutEmpty = (xml: string) =>
  xml
    .replace(/<c\b[^<>]*\/>|<c\b[^<>]*[^/<>]>\s*<\/c>/g, '')
    .replace(/<row\b[^<>]*\/>|<row\b[^<>]*>\s*<\/row>/g, '')
    .replace(/(<c\b[^<>]*\bt\s*=\s*["'])e(["'])/g, '$1str$2');

const area = /<mergeCell\b[^<>]*\bref\s*=\s*["']([A-Z]{1,2})(\d{1,5}):[A-Z]{1,2}(\d{1,5})["']/g;

function mergedIn(xml: string): Merged[] {
  return [...xml.matchAll(area)].map(([, letters = '', first, last]) => ({
    column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1,
    first: Number(first) - 1,
    last: Number(last) - 1,
  }));
}

/** Gives each row below the header what it shares with those above it in a merged cell. */
export function spreadDown(rows: string[][], merged: readonly Merged[]): string[][] {
  for (const { column, first, last } of merged) {
    const value = rows[first]?.[column];
    if (first === 0 || !value) continue;
    for (const row of rows.slice(first + 1, last + 1)) row[column] ||= value;
  }
  return rows;
}
