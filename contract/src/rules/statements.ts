/** Why a payment is proposed for a transfer; `reference` alone needs no second look. */
export const matchReasons = [
  'reference',
  'booked',
  'several',
  'part',
  'rest',
  'too_much',
  'payer',
  'name',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Why the rest of a transfer waits for no payment: none of a participant, or given back. */
export const asideReasons = ['other', 'returned'] as const;
export type AsideReason = (typeof asideReasons)[number];

/** What the columns of a bank's table may hold. Amounts are in one column with a sign or a direction beside it, or in two. */
export const tableFields = [
  'day',
  'amount',
  'direction',
  'credit',
  'debit',
  'currency',
  'payer_name',
  'payer_iban',
  'reference',
  'text',
  'account',
] as const;
export type TableField = (typeof tableFields)[number];

/** Where a table has its header (-1 for none) and what its columns hold, both counted from 0. */
export type TableMapping = { row: number } & { [field in TableField]?: number | undefined };

/** Whether a mapping says enough to read transfers by. */
export const isReadable = ({ day, amount, credit }: TableMapping): boolean =>
  day !== undefined && (amount !== undefined || credit !== undefined);

/** Why a row of a table can't be read. */
export const rowProblems = [
  'invalid_date',
  'ambiguous_date',
  'invalid_amount',
  'ambiguous_amount',
  'no_date',
  'no_amount',
  'two_amounts',
  'no_direction',
] as const;
export type RowProblem = (typeof rowProblems)[number];

/** Bounds of bank statements. */
export const statementLimits = {
  /** Of a file, and of all that a ZIP unpacks to. */
  bytes: 20 * 1024 * 1024,
  /** Transfers of one import. */
  lines: 5_000,
  /** Columns of a table, and lines that may stand before its header. */
  columns: 60,
  preamble: 30,
  /** Transfers and rows that can't be read which are shown of a table before it is imported. */
  shown: 5,
  problems: 20,
  /** Transfers that are taken as new at once: the number of each is looked for. */
  taken: 100,
  /** Payments of one transfer. */
  payments: 20,
  /** Payments that a search shows. */
  found: 20,
  /** After so many months names, accounts, references and words of transfers go where settings say no other period; sums stay. */
  months: 13,
  mostMonths: 120,
} as const;
