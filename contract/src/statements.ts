/**
 * Bank statements: what was received, which payments it pays, and money that waits for one. Nothing is booked before people
 * confirm it. Of every transfer: amount = taken by payments + rest, which is credit or set aside.
 */
import { z } from 'zod';
import { line, listQuery, money, pageOf, params, search, textsReply, uuid, version } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import {
  asideReasons,
  matchReasons,
  rowProblems,
  statementLimits,
  type TableField,
  tableFields,
} from './rules/statements.ts';

const described = {
  payment_id: z.string(),
  participant_id: z.string(),
  participant_name: z.string(),
  group_name: textsReply,
  purpose: z.string(),
  expiration_date: z.string().nullable(),
};

/** An open payment, or one that was marked as paid without a transfer. */
const payable = z.object({ ...described, version: z.number(), amount: z.string(), is_paid: z.boolean() });
export type PayablePayment = z.output<typeof payable>;

const proposal = z.object({
  certainty: z.enum(['sure', 'probable']),
  reason: z.enum(matchReasons),
  /** `amount`: its rest after earlier transfers of its reference; `share`: its part of this one. */
  payments: z.array(payable.extend({ share: z.string() })).min(1),
  /** What would be left of the transfer. */
  rest: z.string(),
});
export type MatchProposal = z.output<typeof proposal>;

const paid = {
  /** Booking day. */
  day: z.string(),
  /** These four are empty where the bank doesn't tell, and after the months that settings say. */
  payer_name: z.string(),
  payer_iban: z.string(),
  reference: z.string(),
  text: z.string(),
};

/** A transfer received. */
const entry = z.object({
  id: z.string(),
  version: z.number(),
  statement_id: z.string(),
  ...paid,
  amount: z.string(),
  currency: z.string(),
  /** What no payment has taken. */
  rest: z.string(),
  aside: z.enum(asideReasons).nullable(),
  /** `is_changed`: since it was booked, so that the import can't be undone. */
  paid: z.array(z.object({ ...described, amount: z.string(), is_changed: z.boolean() })),
});
export type BankEntry = z.output<typeof entry>;

const leftOut = z.object({
  /** Names it when it is taken as new. */
  key: z.string(),
  ...paid,
  amount: z.string(),
  currency: z.string(),
  /** The statement that brought its like; null when that import was undone. */
  earlier_id: z.string().nullable(),
});
export type LeftOutEntry = z.output<typeof leftOut>;

const matched = entry.extend({ proposal: proposal.nullable() });
export type MatchedEntry = z.output<typeof matched>;

const statement = z.object({
  id: z.string(),
  file_name: z.string(),
  /** IBAN without spaces. */
  account: z.string(),
  currency: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  /** Transfers that it brought, and their sum. */
  entry_count: z.number(),
  total: z.string(),
  /**
   * Transfers left out for good: told more than once in the file, or brought by an earlier import; when the latest of these
   * was.
   */
  known_count: z.number(),
  known_at: z.string().nullable(),
  reversal_count: z.number(),
  pending_count: z.number(),
  /** Rows of a table that could not be read. */
  unread_count: z.number(),
  /** Money that payments have taken, that is set aside, and that waits: together the total. */
  paid: z.string(),
  aside: z.string(),
  credit: z.string(),
  /** Transfers of which something waits. */
  waiting_count: z.number(),
  undone_at: z.string().nullable(),
  created_at: z.string(),
});
export type BankStatement = z.output<typeof statement>;

const detailed = statement.extend({
  entries: z.array(matched),
  /** Transfers that were left out, since another statement seems to have brought them: perhaps they came once more. */
  alike: z.array(leftOut),
});
export type StatementDetail = z.output<typeof detailed>;

const column = z.coerce
  .number()
  .int()
  .min(0)
  .max(statementLimits.columns - 1)
  .optional();
const columns = Object.fromEntries(tableFields.map((field) => [field, column])) as Record<
  TableField,
  typeof column
>;

/** Where a table has its header, counted from 0 (-1 for none), and the columns by what they hold. */
const tableQuery = {
  row: z.coerce.number().int().min(-1).max(statementLimits.preamble).optional(),
  ...columns,
};

const table = z.object({
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** As asked, else as the last import of a table with this header, else a guess. */
  mapping: z.object({ row: z.number(), ...columns }),
  is_remembered: z.boolean(),
  /** What would be imported; null as long as the mapping lacks the day or the amount. */
  content: z
    .object({
      count: z.number(),
      total: z.string(),
      /** Empty where no column tells it. */
      currency: z.string(),
      from_date: z.string(),
      to_date: z.string(),
      /** Rows of money that left, and of what was taken back. */
      outgoing_count: z.number(),
      reversal_count: z.number(),
      /** The first transfers. */
      transfers: z.array(z.object({ ...paid, amount: z.string(), currency: z.string() })),
      unread_count: z.number(),
      /** The first rows that can't be read; `row` as the file counts them, from 1. */
      unread: z.array(z.object({ row: z.number(), code: z.enum(rowProblems), value: z.string() })),
    })
    .nullable(),
});
export type StatementTable = z.output<typeof table>;

const book = z.array(
  z.strictObject({
    id: uuid,
    payments: z
      .array(z.strictObject({ id: uuid, version, amount: money }))
      .min(1)
      .max(statementLimits.payments),
  }),
);

const manage = { scope: 'organization', rank: permissions['statements.manage'] } as const;

/** What browsers take statements for; their content decides. */
const statementTypes = [
  ...['application/xml', 'text/xml', 'application/zip', 'application/octet-stream'],
  'text/csv',
];

export const statements = {
  upload: endpoint({
    ...manage,
    method: 'POST',
    path: '/statements',
    summary:
      'Import a bank statement (camt.052, 053, 054; XML or a ZIP of several), or with `row` a table (CSV or XLSX). Nothing is booked yet; transfers of earlier imports are skipped',
    query: z.strictObject({ file_name: line(limits.name).min(1), ...tableQuery }),
    upload: { types: statementTypes, bytes: statementLimits.bytes },
    slow: true,
    reply: statement,
    status: 201,
    perMinute: 20,
  }),
  table: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/statements/table',
    summary: 'What a bank’s table (CSV or XLSX) would be imported as; nothing is written',
    query: z.strictObject(tableQuery),
    upload: { types: statementTypes, bytes: statementLimits.bytes },
    slow: true,
    reply: table,
    perMinute: 60,
  }),
  take: endpoint({
    ...manage,
    method: 'POST',
    path: '/statements/{id}/take',
    summary: 'Import transfers as new that were left out as perhaps imported already',
    params,
    body: z.strictObject({ keys: z.array(line(limits.name).min(1)).min(1).max(statementLimits.taken) }),
    reply: statement,
  }),
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/statements',
    summary: 'Imported bank statements, the latest first',
    query: z.strictObject(listQuery),
    reply: pageOf(statement),
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/statements/{id}',
    summary: 'One statement with its transfers, and which payments they probably pay',
    params,
    reply: detailed,
  }),
  confirm: endpoint({
    ...manage,
    method: 'POST',
    path: '/statements/{id}/confirm',
    summary:
      'Book transfers on payments: an amount below the payment’s splits it, what is too much stays with the transfer. Those that changed meanwhile are skipped',
    params,
    body: z.strictObject({ entries: book.min(1).max(statementLimits.lines) }),
    reply: z.object({
      booked: z.number(),
      skipped: z.array(z.object({ id: z.string(), code: z.enum(['entry_changed', 'payment_changed']) })),
    }),
    bytes: 8_000_000,
  }),
  undo: endpoint({
    ...manage,
    method: 'POST',
    path: '/statements/{id}/undo',
    summary: 'Undo an import as a whole, as long as none of its payments was changed since',
    params,
    reply: statement,
  }),
};

export const bank_entries = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/bank-entries',
    summary: 'Transfers of which something waits for a payment, the latest first',
    query: z.strictObject(listQuery),
    reply: pageOf(entry).extend({ sums: z.array(z.object({ currency: z.string(), credit: z.string() })) }),
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/bank-entries/{id}',
    summary: 'Set aside what is left of a transfer, or let it wait for a payment again',
    params,
    body: z.strictObject({ aside: z.enum(asideReasons).nullable(), version }),
    reply: entry,
  }),
  payments: endpoint({
    ...manage,
    method: 'GET',
    path: '/bank-entries/{id}/payments',
    summary:
      'Payments that a transfer may pay, by name, reference or amount; without a search those of its amount',
    params,
    query: z.strictObject({ search }),
    reply: z.object({ results: z.array(payable) }),
  }),
};
