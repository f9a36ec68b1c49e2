/** What participants owe and have paid. No invoices and no receipts: those are written elsewhere. */
import { z } from 'zod';
import {
  day,
  editedReply,
  flag,
  language,
  languages,
  line,
  listQuery,
  money,
  multiline,
  pageOf,
  params,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { paymentFilter } from './payment-filter.ts';
import { limits } from './rules/limits.ts';
import { paymentSortKeys } from './rules/payment-filter.ts';
import {
  paymentKinds,
  paymentLimits,
  paymentMails,
  paymentMethods,
  paymentStatuses,
} from './rules/payments.ts';
import { permissions } from './rules/permissions.ts';

/** A payment as staff see it. */
export const paymentReply = z.object({
  ...editedReply,
  participant_id: z.string(),
  group_id: z.string(),
  /** With two decimals, `"12.50"`. */
  amount: z.string(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  /** Open and past its day, by the calendar of the organisation. */
  overdue: z.boolean(),
  kind: z.enum(paymentKinds),
  /** What it is for; its payer sees it. */
  purpose: z.string(),
  /** The day until which it is to be paid. */
  expiration_date: z.string().nullable(),
  /** The day it was paid. */
  payment_date: z.string().nullable(),
  method: z.enum(paymentMethods).nullable(),
  notes: z.string(),
  reference_number: z.string(),
  /** Number of the receipt or invoice that was written elsewhere. */
  invoice_number: z.string(),
  /** Why it has its status; for staff alone. */
  status_reason: z.string(),
  /** The payment of which this is the unpaid rest. */
  split_from: z.string().nullable(),
  /** What that was before the first part of it was paid; null for a payment that is no rest. */
  split_total: z.string().nullable(),
  /** Its number among those that a plan made together, and how many these are; null where that means nothing. */
  instalment: z.number().nullable(),
  instalments: z.number().nullable(),
});
export type Payment = z.output<typeof paymentReply>;

/** A payment with how its payer was reminded of it. */
const remindedReply = paymentReply.extend({
  /** Reminders that have named it: they have left, are on their way, or could not be delivered. */
  reminder_count: z.number(),
  /** When the last of these was written. */
  reminded_at: z.string().nullable(),
});
export type RemindedPayment = z.output<typeof remindedReply>;

/** Sums of a participant's payments in one currency. */
export const balance = z.object({
  currency: z.string(),
  open: z.string(),
  /** What of it is past its day. */
  overdue: z.string(),
  received: z.string(),
});
export type PaymentBalance = z.output<typeof balance>;

/** Whether the payer is told of new or received payments, where the organisation sends such mails. */
const notify = z.boolean().default(true);
const method = z.enum(paymentMethods).nullable();
const facts = {
  amount: money,
  kind: z.enum(paymentKinds),
  purpose: line(paymentLimits.purpose),
  expiration_date: day.nullable(),
  payment_date: day.nullable(),
  method,
  notes: multiline(limits.notes),
  reference_number: line(paymentLimits.reference),
  invoice_number: line(paymentLimits.invoice),
};

/** A new payment: expected, or received already. */
const added = z.strictObject({
  /** The sender's own: a request sent again with the same ids adds once. */
  id: uuid.optional(),
  ...facts,
  status: z.enum(['pending', 'completed']).default('pending'),
  kind: facts.kind.default('tuition'),
  purpose: facts.purpose.default(''),
  expiration_date: facts.expiration_date.default(null),
  payment_date: facts.payment_date.default(null),
  method: method.default(null),
  notes: facts.notes.default(''),
  reference_number: facts.reference_number.default(''),
  invoice_number: facts.invoice_number.default(''),
});

/** A row of a list of payments. */
const listed = remindedReply.extend({
  participant_name: z.string(),
  participant_email: z.string().nullable(),
  group_name: textsReply,
});
export type ListedPayment = z.output<typeof listed>;

/** How many, and what they add up to, exactly. */
const counted = z.object({ count: z.number(), sum: z.string() });
const sums = z.object({
  currency: z.string(),
  /** Received, due and overdue together. */
  expected: counted,
  received: counted,
  /** Awaited, and not late. */
  due: counted,
  overdue: counted,
  /** Overdue since before the days that the filter names; no part of `expected`. */
  older_overdue: counted,
  cancelled: counted,
  refunded: counted,
});
export type PaymentSums = z.output<typeof sums>;

/** A payment as its payer may see it: nothing that staff wrote for themselves. */
const stated = paymentReply.omit({ notes: true, status_reason: true });
const statement = z.object({
  organization: z.object({
    name: z.string(),
    /** Address and contacts, line by line. */
    lines: z.array(z.string()),
  }),
  /** By the calendar of the organisation. */
  today: z.string(),
  /** The participant's, in which they are written to. */
  language: z.enum(languages),
  /** Whether the family has others in scope. */
  has_family: z.boolean(),
  /** The participant first. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Number of the application. */
      reference: z.string(),
      group_id: z.string(),
      group_name: textsReply,
      payments: z.array(stated),
    }),
  ),
  /** Of all these people. */
  balances: z.array(balance),
  /** Where to pay; null where the organisation hasn't said. */
  payee: z
    .object({
      recipient: z.string(),
      street: z.string(),
      town: z.string(),
      iban: z.string(),
      bic: z.string(),
    })
    .nullable(),
});
export type PaymentAccount = z.output<typeof statement>;

const manage = { scope: 'organization', rank: permissions['payments.manage'] } as const;

export const payments = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/payments',
    summary: 'Payments in scope, with whose they are',
    query: z.strictObject({
      ...listQuery,
      ...paymentFilter.shape,
      sort: z.enum(paymentSortKeys).default('expiration_date'),
    }),
    /** With the total, `as_of` is the moment at which it was right: "all that match" are those of that moment. */
    reply: pageOf(listed).extend({ as_of: z.string().optional() }),
  }),
  summary: endpoint({
    ...manage,
    method: 'GET',
    path: '/payments/summary',
    summary: 'Counts and sums of payments in scope by state, for each currency',
    query: paymentFilter,
    reply: z.object({ results: z.array(sums) }),
  }),
  ofParticipant: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/payments',
    summary: "A participant's payments by their day, and what they add up to",
    params,
    query: z.strictObject(listQuery),
    reply: pageOf(remindedReply).extend({
      balances: z.array(balance),
      /** When they were last reminded. */
      reminded_at: z.string().nullable(),
      /** The last day that imported bank statements tell of; null where none were. */
      statement_day: z.string().nullable(),
      /** Mails that leave to them by themselves; none without an address that takes mail. */
      mails: z.array(z.enum(paymentMails)),
    }),
  }),
  remind: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/payments/remind',
    summary: 'Remind a participant by e-mail of what is overdue, else of what is open',
    params,
    body: z.strictObject({
      /** Also within seven days of the last reminder. */
      again: z.boolean().default(false),
    }),
    reply: z.object({
      /** How many payments they are reminded of. */
      payments: z.number(),
    }),
  }),
  reminder: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/participants/{id}/payments/remind/preview',
    summary: 'The mail that reminding a participant now would send, without its pictures; nothing is written',
    params,
    body: z.strictObject({
      /** Of which they would be reminded; none: of overdue, else of open ones. */
      payment_ids: z.array(uuid).max(paymentLimits.instalments).default([]),
    }),
    reply: z.object({
      subject: z.string(),
      text: z.string(),
      language,
      to_address: z.string(),
      /** The template that words it. */
      template_id: uuid.nullable(),
    }),
  }),
  account: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/account',
    summary: 'All payments of a participant, or of their family, as they are given to who pays',
    params,
    query: z.strictObject({ family: flag.default(false) }),
    reply: statement,
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/payments',
    summary: 'Add payments to a participant, for instance instalments: all or none',
    params,
    body: z.strictObject({
      payments: z.array(added).min(1).max(paymentLimits.instalments),
      notify,
    }),
    reply: z.object({ results: z.array(paymentReply) }),
    status: 201,
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/payments/{id}',
    summary: 'One payment',
    params,
    reply: paymentReply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/payments/{id}',
    summary: 'Change a payment; another status only where the present one allows it',
    params,
    body: z
      .strictObject({
        ...facts,
        status: z.enum(paymentStatuses),
        status_reason: line(paymentLimits.reason),
        version,
      })
      .partial()
      .required({ version: true })
      .extend({ notify }),
    reply: paymentReply,
  }),
  part: endpoint({
    ...manage,
    method: 'POST',
    path: '/payments/{id}/part',
    summary: 'Record that a part of an open payment was paid; the rest becomes a payment of its own',
    params,
    body: z.strictObject({
      amount: money,
      payment_date: day.nullable().default(null),
      method: z.enum(paymentMethods),
      invoice_number: facts.invoice_number.default(''),
      notify,
      version,
    }),
    /** The paid part, and the rest. */
    reply: paymentReply.extend({ rest: paymentReply }),
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/payments/{id}',
    summary: 'Delete a payment that is pending, failed or cancelled',
    params,
    reply: null,
  }),
};
