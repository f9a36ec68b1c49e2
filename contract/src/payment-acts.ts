/** Bulk work on payments that exist, by the mechanism of bulk work on participants: see `bulk-jobs.ts`, which tells its progress. */
import { z } from 'zod';
import { bulkPreview, bulkRanks, bulkStart, SELECTION_BYTES, selection, selectionOf } from './bulk-jobs.ts';
import { day, line, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { paymentFilter } from './payment-filter.ts';
import type { PaymentActKind } from './rules/bulk.ts';
import { paymentLimits, paymentMethods } from './rules/payments.ts';
import { permissions } from './rules/permissions.ts';

const chosenPayments = selectionOf(paymentFilter);
/** Chosen payments, in a list of them. */
export type PaymentSelection = z.output<typeof chosenPayments>;

/** Open payments of chosen participants: all, or those due until a day and those without one. */
const openOf = z.strictObject({ people: selection, due_to: day.nullable().default(null) });
export type OpenOf = z.output<typeof openOf>;

/** Chosen payments, or the open ones of chosen participants. */
const paymentSelection = z.union([chosenPayments, openOf]);

const acts = {
  /** Marks open payments as paid. */
  pay: z.strictObject({
    payment_date: day,
    method: z.enum(paymentMethods),
    /** Number of a receipt that was written elsewhere for all of them. */
    invoice_number: line(paymentLimits.invoice).default(''),
    /** Whether payers are told, where the organisation sends such mails. */
    notify: z.boolean().default(true),
  }),
  cancel: z.strictObject({ reason: line(paymentLimits.reason).default('') }),
  /** Reminds of open payments, one mail an address; with `again` also those who were reminded in the last seven days. */
  remind: z.strictObject({ again: z.boolean().default(false) }),
} satisfies Record<PaymentActKind, z.ZodType>;
/** What an act on payments has to be told. */
export type PaymentActParameters = { [Kind in PaymentActKind]: z.output<(typeof acts)[Kind]> };

const act = z.discriminatedUnion('kind', [
  acts.pay.extend({ kind: z.literal('pay') }),
  acts.cancel.extend({ kind: z.literal('cancel') }),
  acts.remind.extend({ kind: z.literal('remind') }),
]);
export type PaymentAct = z.output<typeof act>;

const preview = bulkPreview
  .pick({ total_count: true, change_count: true, skipped: true, rows: true })
  .extend({
    /** What those that would change add up to, each currency for itself. */
    totals: z.array(z.object({ amount: z.string(), currency: z.string() })),
    /** Mails that would leave, one an address. */
    mail_count: z.number(),
    /** Of a reminder: the last day that imported statements tell of; null without any, and of other acts. */
    statement_day: z.string().nullable(),
    /** Of a reminder: one of its readers, and of which payments; null without readers, and of other acts. */
    sample: z.object({ participant_id: uuid, payment_ids: z.array(uuid) }).nullable(),
  });
export type PaymentActPreview = z.output<typeof preview>;

export const payment_acts = {
  preview: endpoint({
    scope: 'organization',
    rank: permissions['payments.manage'],
    method: 'POST',
    reads: true,
    path: '/payments/bulk/preview',
    summary: 'What an act on chosen payments would change and skip; nothing is written',
    bytes: SELECTION_BYTES,
    body: z.strictObject({ selection: paymentSelection, act }),
    reply: preview,
  }),
  pay: endpoint({
    ...bulkStart,
    rank: bulkRanks.pay,
    path: '/payments/bulk/pay',
    summary: 'Mark open payments as paid',
    body: acts.pay.extend({ selection: paymentSelection }),
  }),
  cancel: endpoint({
    ...bulkStart,
    rank: bulkRanks.cancel,
    path: '/payments/bulk/cancel',
    summary: 'Cancel open payments',
    body: acts.cancel.extend({ selection: paymentSelection }),
  }),
  remind: endpoint({
    ...bulkStart,
    rank: bulkRanks.remind,
    path: '/payments/bulk/remind',
    summary: 'Remind payers of open payments by e-mail',
    body: acts.remind.extend({ selection: paymentSelection }),
  }),
};
