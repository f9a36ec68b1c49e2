/** Owed and received amounts, added up, and event by event for the accountant. */
import { z } from 'zod';
import { day, textsReply } from './common.ts';
import { endpoint } from './kit.ts';
import { reportGroupings } from './rules/payment-reports.ts';
import { permissions } from './rules/permissions.ts';

/** The sums of a line, each currency for itself; exact, with two decimals. */
const sums = {
  /** Due in the period: received, due and overdue together. */
  expected: z.string(),
  received: z.string(),
  /** Awaited, and not late. */
  due: z.string(),
  overdue: z.string(),
  /** Came in the period, whenever it was due. */
  came: z.string(),
  /** Of transfers that came in the period: what waits for a payment. */
  credit: z.string(),
};

const line = z.object({
  /** A group's or a category's id, a month, a method; null for what has none. */
  key: z.string().nullable(),
  /** Of a group or a category. */
  name: textsReply.nullable(),
  ...sums,
});
export type ReportLine = z.output<typeof line>;

const report = z.object({
  results: z.array(z.object({ currency: z.string(), lines: z.array(line), total: z.object(sums) })),
});
export type PaymentReport = z.output<typeof report>;

/** Both days belong to it; without them it has no beginning or no end. */
const days = { from: day.optional(), to: day.optional() };
const inOrder = ({ from = '', to = '9999' }: { from?: string | undefined; to?: string | undefined }) =>
  from <= to;
const unordered = { error: 'before_start', path: ['to'] };
const period = z.strictObject(days).refine(inOrder, unordered);
const query = z
  .strictObject({ by: z.enum(reportGroupings).default('group'), ...days })
  .refine(inOrder, unordered);
export type ReportAsked = z.output<typeof query>;
export type LedgerAsked = z.output<typeof period>;

const manage = { scope: 'organization', rank: permissions['payments.report'], method: 'GET' } as const;
const file = { ...manage, slow: true, stream: true, reply: z.string(), file: 'text/csv' } as const;

export const payment_reports = {
  get: endpoint({
    ...manage,
    path: '/payments/report',
    summary: 'What is expected, received, late and without a payment, by group, month, method or category',
    query,
    reply: report,
  }),
  csv: endpoint({ ...file, path: '/payments/report.csv', summary: 'The same as a CSV file', query }),
  ledger: endpoint({
    ...file,
    path: '/payments/ledger.csv',
    summary: 'Every event of payments in a period as a CSV file, with what there was before and after',
    query: period,
  }),
};
