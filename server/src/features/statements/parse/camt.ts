/**
 * ISO 20022 bank statements: camt.053, the reports of camt.052 and the notifications of camt.054, of whatever version. What
 * was received is read from the transactions of an entry where they add up to it, else from the entry itself.
 */
import {
  cut,
  ibanIn,
  identityOf,
  keyOf,
  LONGEST_ACCOUNT,
  LONGEST_NAME,
  LONGEST_REFERENCE,
  LONGEST_TEXT,
  type ReadStatement,
  referenceIn,
  type StatementLine,
  saysNothing,
  slovenianIban,
} from './lines.ts';
import { elements, Refused, type Tree, textAt } from './xml.ts';

/** Messages and what they call their statements. */
const messages = [
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
] as const;

/**
 * Reads all statements of a file.
 *
 * @throws {Refused} not_a_statement, statement_broken
 */
export function statementsOf(tree: Tree, numbering = createNumbering()): ReadStatement[] {
  // some banks put the document into an envelope
  const documents = [tree, ...documentsIn(tree)];
  const found = documents.flatMap((document) =>
    messages.flatMap(([message, statement]) =>
      elements(document, message).flatMap((one) =>
        elements(one, statement).map((its) => ({ message, statement: its })),
      ),
    ),
  );
  if (found.length === 0) throw new Refused('not_a_statement');
  return found.map(({ message, statement }) => readStatement(message, statement, numbering));
}

function documentsIn(tree: Tree, depth = 0): Tree[] {
  if (depth > 3 || typeof tree !== 'object' || tree === null) return [];
  const own = elements(tree, 'Document');
  if (own.length > 0) return own;
  return Object.values(tree).flatMap((child) =>
    (Array.isArray(child) ? child : [child]).flatMap((one: Tree) => documentsIn(one, depth + 1)),
  );
}

function readStatement(message: string, statement: Tree, numbering: Numbering): ReadStatement {
  const account = accountOf(elements(statement, 'Acct')[0]);
  if (account === '' || account.length > LONGEST_ACCOUNT) throw new Refused('statement_broken');
  const id = cut(textAt(statement, 'Id') || '-', LONGEST_REFERENCE);
  const numberOf = numbering(`${account} ${message}`, id, statement);
  const said = (...path: string[]) => dayAt(elements(statement, 'FrToDt')[0], ...path);
  const made = dayAt(statement, 'CreDtTm');
  const read: ReadStatement = {
    account,
    lines: [],
    from: '',
    to: '',
    reversals: 0,
    pending: 0,
    repeated: 0,
    unread: 0,
  };
  for (const entry of elements(statement, 'Ntry')) {
    const isBooked = ['', 'BOOK'].includes(textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts'));
    if (!isBooked) read.pending += 1;
    else if (isTrue(textAt(entry, 'RvslInd'))) read.reversals += 1;
    else if (textAt(entry, 'CdtDbtInd') === 'CRDT')
      read.lines.push(...linesOf(entry, id, said('ToDtTm') || made, numberOf));
  }
  const days = read.lines.map(({ day }) => day).sort();
  read.from = said('FrDtTm') || said('FrDt') || (days[0] ?? made);
  read.to = said('ToDtTm') || said('ToDt') || (days.at(-1) ?? made);
  return read;
}

const isTrue = (text: string) => text === 'true' || text === '1';

/** The account's IBAN; a Slovenian number without the country is one, so that both ways to tell it are one account. */
function accountOf(account: Tree): string {
  const id = elements(account, 'Id')[0];
  const said = (textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id')).replaceAll(' ', '').toUpperCase();
  return slovenianIban(said) || said;
}

/** The lines of a booked entry that was received. */
function linesOf(entry: Tree, id: string, otherDay: string, numberOf: NumberOf): StatementLine[] {
  const total = centsOf(textAt(entry, 'Amt'));
  const currency = currencyOf(entry);
  const day = dayOf(entry) || otherDay;
  if (day === '' || currency === '') throw new Refused('statement_broken');
  if (total === 0n) return [];
  const details = elements(entry, 'NtryDtls').flatMap((one) => elements(one, 'TxDtls'));
  const split = shares(details, total, currency);
  const shown = (detail: Tree | undefined, cents: bigint) => ({
    day,
    cents,
    currency,
    ...payerOf(detail),
    ...saidOf(detail, split ? undefined : entry),
  });
  const lines = split
    ? split.map(({ detail, cents }) => shown(detail, cents))
    : [shown(details.length === 1 ? details[0] : undefined, total)];
  const bank = bankNumberOf(entry, details);
  const identity = identityOf(bank, total, lines);
  const entry_key = keyOf(identity, numberOf(identity, bank !== ''));
  const told_in = bank === '' ? id : '';
  return lines.map((line, position) => ({ entry_key, position, told_in, identity, ...line }));
}

/**
 * What each transaction brought, if they add up to the entry; without that, which of them to believe is anybody's guess.
 * Those that take away are left out, but counted.
 */
function shares(
  details: Tree[],
  total: bigint,
  currency: string,
): { detail: Tree; cents: bigint }[] | undefined {
  if (details.length < 2) return undefined;
  const read = details.map((detail) => {
    const amount = [
      elements(detail, 'Amt')[0],
      elements(detail, 'AmtDtls', 'TxAmt', 'Amt')[0],
      elements(detail, 'AmtDtls', 'InstdAmt', 'Amt')[0],
    ].find((one) => one !== undefined && textAt(one, '@Ccy') === currency);
    const isTaken = textAt(detail, 'CdtDbtInd') === 'DBIT' || isTrue(textAt(detail, 'RvslInd'));
    return { detail, isTaken, cents: amount === undefined ? undefined : centsOf(textAt(amount)) };
  });
  let sum = 0n;
  for (const { isTaken, cents } of read) {
    if (cents === undefined) return undefined;
    sum += isTaken ? -cents : cents;
  }
  if (sum !== total) return undefined;
  return read.flatMap(({ detail, isTaken, cents }) => (isTaken || !cents ? [] : [{ detail, cents }]));
}

/**
 * A decimal number of at most two places as cents.
 *
 * @throws {Refused} statement_broken
 */
function centsOf(text: string): bigint {
  const [, whole = '', places = ''] = /^\+?(\d{0,10})(?:\.(\d{0,2})0*)?$/.exec(text) ?? [];
  if (whole === '' && places === '') throw new Refused('statement_broken');
  return BigInt(whole || '0') * 100n + BigInt(places.padEnd(2, '0') || '0');
}

const currencyOf = (entry: Tree) => textAt(elements(entry, 'Amt')[0], '@Ccy').toUpperCase();

const dayOf = (entry: Tree) =>
  dayAt(entry, 'BookgDt', 'Dt') ||
  dayAt(entry, 'BookgDt', 'DtTm') ||
  dayAt(entry, 'ValDt', 'Dt') ||
  dayAt(entry, 'ValDt', 'DtTm');

/**
 * The day that a date or an instant states, in whatever zone; empty without one.
 *
 * @throws {Refused} statement_broken for one that no calendar has
 */
function dayAt(tree: Tree, ...path: string[]): string {
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(textAt(tree, ...path)) ?? [];
  if (day === '') return '';
  const at = Date.parse(`${day}T00:00:00Z`);
  // 30 February is read as a day of March; the year 0 is none of the database
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) || day < '0001')
    throw new Refused('statement_broken');
  return day;
}

/** Who paid; later versions put the name one level deeper. */
function payerOf(detail: Tree | undefined): Pick<StatementLine, 'payer_name' | 'payer_iban'> {
  const parties = elements(detail, 'RltdPties')[0];
  const names = ['Dbtr', 'UltmtDbtr'].flatMap((party) => [
    textAt(parties, party, 'Nm'),
    textAt(parties, party, 'Pty', 'Nm'),
  ]);
  return {
    payer_name: cut(names.find((name) => name !== '') ?? '', LONGEST_NAME),
    payer_iban: ibanIn(textAt(parties, 'DbtrAcct', 'Id', 'IBAN')),
  };
}

/** The reference and the words of the payer. */
function saidOf(
  detail: Tree | undefined,
  entry: Tree | undefined,
): Pick<StatementLine, 'reference' | 'text'> {
  const remittance = elements(detail, 'RmtInf')[0];
  const structured = elements(remittance, 'Strd');
  const free = elements(remittance, 'Ustrd').map((one) => textAt(one));
  const endToEnd = textAt(detail, 'Refs', 'EndToEndId');
  const given = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref')).find((one) => !saysNothing(one));
  const reference = given ?? referenceIn(free.join(' ')) ?? (saysNothing(endToEnd) ? '' : endToEnd);
  const text =
    free.join(' ') ||
    structured.map((one) => textAt(one, 'AddtlRmtInf')).find((one) => one !== '') ||
    textAt(detail, 'AddtlTxInf') ||
    textAt(entry, 'AddtlNtryInf');
  return { reference: cut(reference, LONGEST_REFERENCE), text: cut(text, LONGEST_TEXT) };
}

/** Numbers entries that can't be told apart: two equal payments are two. `isNamed`: the bank has numbered them itself. */
type NumberOf = (identity: string, isNamed: boolean) => number;
export type Numbering = (kind: string, id: string, statement: Tree) => NumberOf;

type Period = { from: string; to: string };
/** Statements that tell nothing twice. */
type Layer = { periods: Map<string, Period>; counted: Map<string, number> };

/**
 * Counts equal entries of an account and a kind of message through all statements and their pages. Those that say again
 * what another one says count anew, so their entries are the same: a page that is in the upload twice, and a statement
 * whose period overlaps another one's. Entries that the bank numbers itself are counted within a statement.
 */
export function createNumbering(): Numbering {
  const pages = new Map<string, Map<string, number[]>>();
  const named = new Map<string, Map<string, number>>();
  const layers = new Map<string, Layer[]>();
  const layerOf = new Map<string, Layer>();
  return (kind, id, statement) => {
    const its = `${kind} ${id}`;
    const layer = layerOf.get(its) ?? layerFor(listAt(layers, kind), periodOf(statement));
    layerOf.set(its, layer);
    const within = named.get(its) ?? new Map<string, number>();
    named.set(its, within);
    const page = `${its} ${textAt(statement, 'StmtPgntn', 'PgNb')}`;
    const told = pages.get(page);
    const here = told ?? new Map<string, number[]>();
    pages.set(page, here);
    const seen = new Map<string, number>();
    return (identity, isNamed) => {
      const place = seen.get(identity) ?? 0;
      seen.set(identity, place + 1);
      const before = told?.get(identity)?.[place];
      if (before !== undefined) return before;
      const counted = isNamed ? within : layer.counted;
      const number = (counted.get(identity) ?? 0) + 1;
      counted.set(identity, number);
      listAt(here, identity).push(number);
      return number;
    };
  };
}

function listAt<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function layerFor(layers: Layer[], period: Period): Layer {
  const free = layers.find(({ periods }) => !periods.values().some((other) => overlap(other, period)));
  const layer = free ?? { periods: new Map(), counted: new Map() };
  if (!free) layers.push(layer);
  layer.periods.set(`${period.from} ${period.to}`, period);
  return layer;
}

/** The period that a statement covers, as it writes it; empty where it doesn't say. */
function periodOf(statement: Tree): Period {
  const said = elements(statement, 'FrToDt')[0];
  const from = textAt(said, 'FrDtTm') || textAt(said, 'FrDt');
  const to = textAt(said, 'ToDtTm') || textAt(said, 'ToDt');
  return from === '' || to === '' ? { from: '', to: '' } : { from, to };
}

/** Whether both tell something of a time; those of the very same period share it, as notifications do. */
function overlap(one: Period, other: Period): boolean {
  if (one.from === '' || other.from === '' || (one.from === other.from && one.to === other.to)) return false;
  const isWithin = (a: Period, b: Period) => a.from >= b.from && a.to <= b.to;
  return isWithin(one, other) || isWithin(other, one) || (one.from < other.to && other.from < one.to);
}

/** The bank's own number of an entry; empty without one. */
function bankNumberOf(entry: Tree, details: Tree[]): string {
  const said = (text: string) => (saysNothing(text) ? '' : text);
  const own = said(textAt(entry, 'AcctSvcrRef'));
  return own || (details.length === 1 ? said(textAt(details[0], 'Refs', 'AcctSvcrRef')) : '');
}
