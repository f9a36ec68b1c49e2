/** Bank statements as banks' tables: CSV, or the first sheet of a workbook. */
import { createHash } from 'node:crypto';
import { fold } from '@vpisnik/contract/rules/slug';
import {
  isReadable,
  type RowProblem,
  statementLimits,
  type TableField,
  type TableMapping,
} from '@vpisnik/contract/rules/statements';
import { bankSheet } from '../../imports/sheets/limits.ts';
import { readRows } from '../../imports/sheets/read-sheet.ts';
import {
  cut,
  ibanIn,
  identityOf,
  keyOf,
  LONGEST_NAME,
  LONGEST_REFERENCE,
  LONGEST_TEXT,
  onOneLine,
  type ReadStatement,
  referenceIn,
  saysNothing,
  slovenianIban,
} from './lines.ts';
import { amountReader, dayReader, directionReader } from './table-values.ts';
import { guessTable, headerRow } from './table-words.ts';
import type { StatementRefusal } from './xml.ts';

/** A row that can't be read: as the file counts them, from 1. */
export type UnreadRow = { row: number; code: RowProblem; value: string };

/** Reads a table by its mapping: one statement of each account, '' where no column tells it. */
export type TableContent = { statements: ReadStatement[]; outgoing: number; unread: UnreadRow[] };

export type ReadTable = {
  /** Knows the same columns again. */
  header_key: string;
  columns: { name: string; samples: string[] }[];
  mapping: TableMapping;
  is_remembered: boolean;
  /** Null as long as the mapping doesn't say enough. */
  content: TableContent | null;
};

/** How to read a table: as people map it, else as they did when they imported one with the same header, else by a guess. */
export type TableRequest = {
  mapping?: TableMapping | undefined;
  remembered: readonly { header_key: string; mapping: TableMapping }[];
};

/** Reads a table. It takes its time: call it through `readStatementsApart`. */
export async function readTable(
  file: Buffer,
  { mapping: asked, remembered }: TableRequest,
): Promise<{ table: ReadTable } | { refusal: StatementRefusal }> {
  const read = await readRows(file, bankSheet);
  if ('refusal' in read) return read;
  const { rows } = read;
  const kept = new Map(remembered.map(({ header_key, mapping }) => [header_key, mapping]));
  const row = asked?.row ?? rowOf(rows, kept);
  const [header, body] = [row < 0 ? [] : (rows[row] ?? []), rows.slice(row + 1)];
  const width = rows[0]?.length ?? 0;
  const header_key = headerKey(header, width);
  const before = kept.get(header_key);
  // a row alone asks for what its names say
  const isMapped = asked && Object.keys(asked).length > 1;
  const guess = () => (before ? { ...before, row } : guessTable(row, header, body));
  const mapping = within(isMapped ? asked : guess(), width);
  const content = isReadable(mapping) ? contentOf(body, row + 2, mapping) : null;
  if (content?.statements.some(({ lines }) => lines.length > statementLimits.lines))
    return { refusal: { code: 'statement_too_long', limit: statementLimits.lines } };
  const columns = Array.from({ length: width }, (_, column) => ({
    name: header[column] ?? '',
    samples: body
      .map((cells) => cells[column] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .map((cell) => cut(onOneLine(cell), 60)),
  }));
  return {
    table: { header_key, columns, mapping, is_remembered: before !== undefined && !isMapped, content },
  };
}

const headerKey = (header: readonly string[], width: number): string =>
  createHash('sha256')
    .update(JSON.stringify([width, header.map((name) => fold(name.trim()))]))
    .digest('hex');

function rowOf(rows: readonly string[][], kept: ReadonlyMap<string, TableMapping>): number {
  const width = rows[0]?.length ?? 0;
  const most = statementLimits.preamble + 1;
  const known = rows.slice(0, most).findIndex((header) => kept.has(headerKey(header, width)));
  return known >= 0 ? known : headerRow(rows, most);
}

/** A mapping without columns that the table doesn't have. */
function within(mapping: TableMapping, width: number): TableMapping {
  const its = Object.entries(mapping).filter(
    ([field, column]) => field === 'row' || (column ?? width) < width,
  );
  return Object.fromEntries(its) as TableMapping;
}

type Moved = { cents: bigint; isReceived: boolean };
type Row = Moved & { day: string };

function contentOf(body: readonly string[][], first: number, mapping: TableMapping): TableContent {
  const cellOf = (cells: readonly string[], field: TableField) => {
    const column = mapping[field];
    return column === undefined ? '' : onOneLine(cells[column] ?? '');
  };
  const unread: UnreadRow[] = [];
  const readRow = rowReader(body, mapping, cellOf);
  const days: string[] = [];
  let outgoing = 0;
  const accounts = new Map<string, ReadStatement>();
  const counted = new Map<string, number>();
  for (const [at, cells] of body.entries()) {
    const row = readRow(cells);
    if (row === undefined) continue;
    if ('code' in row) {
      unread.push({ row: first + at, ...row });
      continue;
    }
    days.push(row.day);
    if (!row.isReceived) {
      outgoing += 1;
      continue;
    }
    const account = accountIn(cellOf(cells, 'account'));
    const statement = accounts.get(account) ?? statementOf(account);
    accounts.set(account, statement);
    if (row.cents < 0n) statement.reversals += 1;
    else statement.lines.push(lineOf(row, (field) => cellOf(cells, field), account, counted));
  }
  const [from = '', to = ''] = [days.sort()[0], days.at(-1)];
  if (accounts.size === 0) accounts.set('', statementOf(''));
  const statements = [...accounts.values()].map((one) => ({ ...one, from, to, unread: unread.length }));
  return { statements, outgoing, unread };
}

const statementOf = (account: string): ReadStatement => ({
  account,
  lines: [],
  ...{ from: '', to: '', reversals: 0, pending: 0, repeated: 0, unread: 0 },
});

const accountIn = (text: string) =>
  slovenianIban(text) || ibanIn(text) || text.replaceAll(' ', '').toUpperCase();

type CellOf = (cells: readonly string[], field: TableField) => string;
type Unread = Omit<UnreadRow, 'row'>;

/** Reads the day and the amount of a row; undefined for one that has neither, or an amount of nothing. */
function rowReader(
  body: readonly string[][],
  mapping: TableMapping,
  cellOf: CellOf,
): (cells: readonly string[]) => Row | Unread | undefined {
  const column = (...fields: TableField[]) =>
    fields.flatMap((field) => body.map((cells) => cellOf(cells, field)).filter((cell) => cell !== ''));
  const dayIn = dayReader(column('day'));
  const amountIn = amountReader(column('amount', 'credit', 'debit'));
  const directionIn = directionReader(column('direction'));
  const isTwo = mapping.credit !== undefined;
  const fields: TableField[] = isTwo ? ['credit', 'debit'] : ['amount'];
  const isOfReceived = isTwo && mapping.debit === undefined;

  /** What moved, by one column of amounts: their signs tell the direction, or another column does. */
  const inOne = (cents: bigint, cells: readonly string[], money: string): Moved | Unread => {
    if (mapping.direction === undefined) return { cents, isReceived: cents > 0n };
    const word = cellOf(cells, 'direction');
    const direction = directionIn(word);
    return direction
      ? { cents, isReceived: direction === 'in' }
      : { code: 'no_direction', value: word || money };
  };
  const movedIn = (cells: readonly string[], said: readonly string[]): Moved | Unread | undefined => {
    const amounts: bigint[] = [];
    for (const cell of said) {
      const amount = cell === '' ? 0n : amountIn(cell);
      if (typeof amount !== 'bigint') return { code: amount.problem, value: cell };
      amounts.push(amount);
    }
    const [cents = 0n, spent = 0n] = amounts;
    if (cents !== 0n && spent !== 0n) return { code: 'two_amounts', value: said.join(' / ') };
    if (cents === 0n) return spent === 0n ? undefined : { cents, isReceived: false };
    return isTwo ? { cents, isReceived: true } : inOne(cents, cells, said[0] ?? '');
  };
  return (cells) => {
    const said = fields.map((field) => cellOf(cells, field));
    const written = cellOf(cells, 'day');
    const day = written === '' ? undefined : dayIn(written);
    const money = said.find((cell) => cell !== '');
    if (money === undefined) {
      if (typeof day !== 'string') return undefined;
      // of one column of what was received, the others are what was spent
      return isOfReceived ? { day, cents: 0n, isReceived: false } : { code: 'no_amount', value: written };
    }
    if (day === undefined) return { code: 'no_date', value: money };
    if (typeof day !== 'string') return { code: day.problem, value: written };
    const moved = movedIn(cells, said);
    return moved && 'cents' in moved ? { day, ...moved } : moved;
  };
}

function lineOf(
  { day, cents }: Row,
  cell: (field: TableField) => string,
  account: string,
  counted: Map<string, number>,
): ReadStatement['lines'][number] {
  const [given, text] = [cell('reference'), cell('text')];
  const reference = saysNothing(given) ? (referenceIn(text) ?? '') : given;
  const said = {
    day,
    payer_name: cut(cell('payer_name'), LONGEST_NAME),
    payer_iban: slovenianIban(cell('payer_iban')) || ibanIn(cell('payer_iban')),
    reference: cut(reference, LONGEST_REFERENCE),
    text: cut(text, LONGEST_TEXT),
  };
  const identity = identityOf('', cents, [said]);
  const number = (counted.get(`${account} ${identity}`) ?? 0) + 1;
  counted.set(`${account} ${identity}`, number);
  const currency = cell('currency').toUpperCase().replace('€', 'EUR');
  return { ...said, cents, currency, entry_key: keyOf(identity, number), position: 0, told_in: '', identity };
}
