/** Days, amounts and directions as banks write them into tables. */
import { fold } from '@vpisnik/contract/rules/slug';
import { orderOf, readDay } from '../../imports/people/days.ts';

/** Why a cell can't be read. */
export type CellProblem = 'invalid_date' | 'ambiguous_date' | 'invalid_amount' | 'ambiguous_amount';

/** A day as the sheets of participants have it: years of two digits are of this century, dashes are dots. */
function plainDay(cell: string): string {
  const text = cell.trim();
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year) return `${year}-${month}-${day}`;
  const [whole, first, mark = '', second, last = ''] =
    /^(\d{1,2})([./-])\s*(\d{1,2})\2\s*(\d{4}|\d\d)(?!\d)/.exec(text) ?? [];
  // `26-11-23` may begin with the year
  if (whole === undefined || (mark === '-' && last.length === 2)) return text;
  const joint = mark === '-' ? '.' : mark;
  return `${first}${joint}${second}${joint}${last.length === 2 ? `20${last}` : last}${text.slice(whole.length)}`;
}

/** Reads the days of a column, `YYYY-MM-DD`; with slashes the day comes first unless one of them says otherwise. */
export function dayReader(cells: readonly string[]): (cell: string) => string | { problem: CellProblem } {
  const order = orderOf(cells.map(plainDay), 'day_first');
  return (cell) => {
    const read = readDay(plainDay(cell), order === undefined ? 'day_first' : order);
    return typeof read === 'string' ? { problem: read } : read.day;
  };
}

type Mark = ',' | '.';

/** An amount without its sign, currency and what only groups its digits. */
function plainAmount(cell: string): { digits: string; isNegative: boolean } {
  const text = cell
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/€|[A-Z]{3}(?=-|$)|^[A-Z]{3}/gi, '');
  return { digits: text.replace(/^[+-]|[+-]$/g, ''), isNegative: /^-|-$/.test(text) };
}

/** What separates the cents of one amount; undefined where it has none, null where that may also group thousands. */
function markOf(digits: string): Mark | null | undefined {
  const marks = digits.match(/[.,]/g) ?? [];
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return undefined;
  if (first !== last) return last as Mark;
  // the same mark several times groups thousands
  if (marks.length > 1) return last === ',' ? '.' : ',';
  return /[.,]\d{3}$/.test(digits) && !/^0/.test(digits) ? null : (last as Mark);
}

/** Reads the amounts of columns as cents, with their sign; one tells of all how they are written. */
export function amountReader(cells: readonly string[]): (cell: string) => bigint | { problem: CellProblem } {
  const marks = new Set(cells.map((cell) => markOf(plainAmount(cell).digits)));
  const [comma, dot] = [marks.has(','), marks.has('.')];
  const common: Mark | undefined = comma === dot ? undefined : comma ? ',' : '.';
  return (cell) => {
    const { digits, isNegative } = plainAmount(cell);
    const mark = common ?? markOf(digits);
    if (mark === null) return { problem: 'ambiguous_amount' };
    const [decimal, thousands] = mark === '.' ? ['\\.', ','] : [',', '\\.'];
    const [, whole = '', part = ''] =
      new RegExp(`^(\\d+|\\d{1,3}(?:${thousands}\\d{3})+)(?:${decimal}(\\d{1,2})0*)?$`).exec(digits) ?? [];
    const plain = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
    if (plain === '' || plain.length > 10) return { problem: 'invalid_amount' };
    const cents = BigInt(plain) * 100n + BigInt(part.padEnd(2, '0'));
    return isNegative ? -cents : cents;
  };
}

export type Direction = 'in' | 'out';

const received = 'c cr crd crdt credit k kr kredit dobro v_dobro priliv prejem prejeto p in +'.split(' ');
const spent = 'b dr db dbit debit debet breme v_breme odliv izdatek o out -'.split(' ');

/** Reads a column that says of each row whether it was received; undefined for a word that tells nothing. */
export function directionReader(cells: readonly string[]): (cell: string) => Direction | undefined {
  const plain = (cell: string) =>
    cell.trim() === '+' || cell.trim() === '-' ? cell.trim() : fold(cell.trim()).replace(/[^a-z]+/g, '_');
  const said = new Set(cells.map(plain));
  // debit beside credit, but `dobro` beside `breme`
  const d: Direction | undefined = said.has('b')
    ? 'in'
    : ['c', 'k', 'cr', 'kr', 'p'].some((one) => said.has(one))
      ? 'out'
      : undefined;
  return (cell) => {
    const word = plain(cell);
    if (word === 'd') return d;
    return received.includes(word) ? 'in' : spent.includes(word) ? 'out' : undefined;
  };
}
