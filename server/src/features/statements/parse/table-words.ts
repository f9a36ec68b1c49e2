/** What the columns of a bank's table probably hold, by their names and cells. */
import { fold } from '@vpisnik/contract/rules/slug';
import { isReadable, type TableField, type TableMapping } from '@vpisnik/contract/rules/statements';
import { ibanIn } from './lines.ts';
import { amountReader, dayReader, directionReader } from './table-values.ts';

/** Names of columns at Slovenian banks and in English, the best ones first; without accents, case and punctuation. */
const names: Record<TableField, readonly string[]> = {
  day: [
    ...[
      'datum knjizenja',
      'datum knjizbe',
      'knjizeno',
      'datum prometa',
      'datum transakcije',
      'datum obdelave',
    ],
    ...['datum placila', 'datum izvrsitve', 'datum', 'dan', 'datum valute', 'valuta'],
    ...['booking date', 'posting date', 'transaction date', 'date', 'completed date', 'value date'],
  ],
  credit: [
    ...['v dobro', 'dobro', 'znesek v dobro', 'promet v dobro', 'prilivi', 'priliv', 'prejemki', 'prejeto'],
    ...['credit', 'credit amount', 'paid in', 'money in', 'deposit', 'deposits', 'received'],
  ],
  debit: [
    ...['v breme', 'breme', 'znesek v breme', 'promet v breme', 'odlivi', 'odliv', 'izdatki', 'placano'],
    ...['debit', 'debit amount', 'paid out', 'money out', 'withdrawal', 'withdrawals', 'spent'],
  ],
  amount: [
    ...['znesek', 'znesek transakcije', 'znesek prometa', 'znesek placila', 'promet'],
    ...['amount', 'transaction amount', 'payment amount'],
  ],
  direction: [
    ...[
      'd c',
      'c d',
      'dc',
      'cd',
      'd b',
      'b d',
      'dobro breme',
      'breme dobro',
      'v dobro v breme',
      'smer',
      'predznak',
    ],
    ...['oznaka', 'oznaka prometa', 'vrsta prometa', 'tip prometa', 'vrsta', 'tip'],
    ...['debit credit', 'credit debit', 'direction', 'sign', 'credit debit indicator', 'indicator', 'type'],
  ],
  currency: ['valuta', 'oznaka valute', 'sifra valute', 'currency', 'currency code', 'ccy'],
  payer_name: [
    ...['placnik', 'naziv placnika', 'ime placnika', 'udelezenec naziv', 'naziv udelezenca', 'udelezenec'],
    ...['naziv prejemnika placnika', 'prejemnik placnik', 'placnik prejemnik', 'naziv placnika prejemnika'],
    ...[
      'naziv partnerja',
      'partner',
      'nasprotna stranka',
      'naziv nasprotne stranke',
      'nalogodajalec',
      'stranka',
    ],
    ...['naziv', 'naziv prejemnika', 'ime', 'ime in priimek'],
    ...[
      'payer',
      'payer name',
      'debtor',
      'debtor name',
      'counterparty',
      'counterparty name',
      'sender',
      'name',
    ],
  ],
  payer_iban: [
    ...[
      'racun placnika',
      'iban placnika',
      'udelezenec racun',
      'racun udelezenca',
      'trr placnika',
      'placnik racun',
    ],
    ...['racun prejemnika placnika', 'racun placnika prejemnika', 'racun partnerja', 'iban partnerja'],
    ...['protiracun', 'racun nasprotne stranke'],
    ...['payer account', 'payer iban', 'debtor account', 'debtor iban', 'counterparty account'],
    ...['counterparty iban'],
  ],
  reference: [
    ...[
      'sklic v dobro',
      'sklic dobro',
      'sklic prejemnika',
      'referenca prejemnika',
      'referenca v dobro',
      'sklic',
    ],
    ...['nasa referenca', 'tuja referenca', 'referenca', 'model in sklic'],
    ...['payment reference', 'creditor reference', 'payee reference', 'reference'],
  ],
  text: [
    ...['namen', 'namen placila', 'namen nakazila', 'namen prometa', 'opis', 'opis prometa', 'opis placila'],
    ...['opis transakcije', 'komentar'],
    ...['purpose', 'payment purpose', 'remittance information', 'description', 'details', 'memo', 'message'],
  ],
  account: [
    ...['racun', 'iban', 'trr', 'moj racun', 'vas racun', 'stevilka racuna', 'iban racuna', 'pogodba'],
    ...['account', 'account number', 'own account', 'my account'],
  ],
};

/** A name as it is compared: without brackets and their words, and without a currency at its end. */
const plain = (name: string) =>
  fold(name.replace(/\([^()]{0,40}\)|\[[^[\]]{0,40}\]/g, ' '))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ (?:v )?eur$/, '');

/** The cells of a column, as far as a guess needs them. */
function contentOf(rows: readonly string[][], column: number) {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
  const share = (isOne: (cell: string) => boolean) =>
    cells.length === 0 ? undefined : cells.filter(isOne).length / cells.length;
  const [day, amount, direction] = [dayReader(cells), amountReader(cells), directionReader(cells)];
  const ibans = new Set(rows.map((row) => ibanIn(row[column] ?? '')));
  return {
    days: share((cell) => typeof day(cell) === 'string'),
    amounts: share((cell) => typeof amount(cell) === 'bigint'),
    directions: share((cell) => direction(cell) !== undefined),
    cents: share((cell) => /\d[.,]\d\d$/.test(cell)),
    ibans: share((cell) => ibanIn(cell) !== ''),
    /** One account in all rows is the organisation's own. */
    isOwn: ibans.size === 1 && !ibans.has(''),
  };
}

type Content = ReturnType<typeof contentOf>;
/** Most cells are what they should be; a column without any may be. */
const mostly = (share: number | undefined) => share === undefined || share > 0.5;

const suits: Partial<Record<TableField, (content: Content) => boolean>> = {
  day: ({ days }) => days !== undefined && mostly(days),
  amount: ({ amounts }) => amounts !== undefined && mostly(amounts),
  credit: ({ amounts }) => mostly(amounts),
  debit: ({ amounts }) => mostly(amounts),
  direction: ({ directions }) => directions !== undefined && mostly(directions),
  currency: ({ days }) => !days,
  payer_iban: ({ ibans }) => mostly(ibans),
  account: ({ isOwn }) => isOwn,
};

/** Accounts of anybody: the payer's unless all rows have the same. */
const anyAccount = ['iban', 'trr', 'racun', 'account'];

/** Rows that a guess looks at. */
const LOOKED_AT = 200;

/** What each column probably holds; the header is the row of the mapping, `body` the rows below it. */
export function guessTable(row: number, header: readonly string[], body: readonly string[][]): TableMapping {
  const mapping: TableMapping = { row };
  const looked = body.slice(0, LOOKED_AT);
  const columns = Math.max(header.length, ...looked.map((cells) => cells.length));
  const contents = Array.from({ length: columns }, (_, column) => contentOf(looked, column));
  const called = Array.from({ length: columns }, (_, column) => plain(header[column] ?? ''));
  const taken = new Set<number>();
  const isFree = (field: TableField, column: number) => {
    const content = contents[column];
    return !taken.has(column) && content !== undefined && (suits[field]?.(content) ?? true);
  };
  const take = (field: TableField, column: number | undefined) => {
    if (column === undefined || column < 0 || mapping[field] !== undefined) return;
    mapping[field] = column;
    taken.add(column);
  };
  for (const field of Object.keys(names) as TableField[])
    for (const name of names[field])
      take(
        field,
        called.findIndex(
          (one, column) => one === name && mapping[field] === undefined && isFree(field, column),
        ),
      );
  for (const name of anyAccount)
    take(
      'payer_iban',
      called.findIndex((one, column) => one === name && isFree('payer_iban', column)),
    );
  // where names say nothing, contents do
  const like = (isOne: (content: Content) => boolean) =>
    contents.findIndex((content, column) => !taken.has(column) && isOne(content));
  take(
    'day',
    like(({ days }) => (days ?? 0) > 0.9),
  );
  if (mapping.credit === undefined && mapping.amount === undefined)
    take(
      'amount',
      like(({ amounts, cents }) => (amounts ?? 0) > 0.9 && (cents ?? 0) > 0.5),
    );
  // two columns of amounts tell the way, and one with a sign needs no other
  if (mapping.credit !== undefined)
    for (const field of ['amount', 'direction'] as const) delete mapping[field];
  else delete mapping.debit;
  return mapping;
}

/** Where the header probably is: the first row whose names make the table readable, else the one above the first transfer. */
export function headerRow(rows: readonly string[][], most: number): number {
  const named = rows
    .slice(0, most)
    .findIndex((header, row) => isNamed(header) && isReadable(guessTable(row, header, rows.slice(row + 1))));
  if (named >= 0) return named;
  const isTransfer = (cells: readonly string[]) =>
    cells.some((cell) => typeof dayReader([cell])(cell) === 'string') &&
    cells.some((cell) => /\d[.,]\d\d\D*$/.test(cell));
  return Math.max(-1, rows.slice(0, most + 1).findIndex(isTransfer) - 1);
}

const known = new Set([...Object.values(names).flat(), ...anyAccount]);
/** At least two columns have names that banks give them. */
const isNamed = (header: readonly string[]) => header.filter((name) => known.has(plain(name))).length > 1;
