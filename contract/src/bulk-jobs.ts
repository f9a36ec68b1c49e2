/**
 * Bulk work on participants and payments: choose, look at what would happen, do it, watch it, undo it. Up to 200 rows are done when the
 * call is answered (200, the job is `done`); more become a job that runs on by itself (202, it is `running`).
 */
import { z } from 'zod';
import {
  day,
  flag,
  instant,
  line,
  listQuery,
  money,
  multiline,
  pageOf,
  params,
  several,
  textsReply,
  uuid,
} from './common.ts';
import { feeMove } from './fee-moves.ts';
import { endpoint } from './kit.ts';
import { isReasonTold, participantFilter, reasonUntold } from './participants.ts';
import type { PaymentActParameters } from './payment-acts.ts';
import {
  type BulkActKind,
  type BulkKind,
  bulkKinds,
  bulkReasons,
  bulkRowStates,
  bulkStates,
  bulkStops,
  bulkWarnings,
  withoutPayments,
} from './rules/bulk.ts';
import { feePayments, movePrices } from './rules/fee-plan.ts';
import { limits } from './rules/limits.ts';
import { centsOf } from './rules/money.ts';
import type { ParticipantSort } from './rules/participant-filter.ts';
import type { PaymentSort } from './rules/payment-filter.ts';
import { paymentKinds, paymentLimits } from './rules/payments.ts';
import { permissions } from './rules/permissions.ts';
import type { Rank } from './rules/roles.ts';
import { participantStatuses } from './rules/statuses.ts';

export * from './rules/bulk.ts';

/** Lowest rank for each act, in groups in scope. */
export const bulkRanks: Record<BulkKind, Rank> = {
  status: permissions['participants.manage'],
  move: permissions['participants.manage'],
  note: permissions['participants.manage'],
  delete: permissions['participants.bulk_delete'],
  payments: permissions['payments.manage'],
  pay: permissions['payments.manage'],
  cancel: permissions['payments.manage'],
  remind: permissions['payments.manage'],
  import: permissions['participants.manage'],
  export: permissions['participants.manage'],
  message: permissions['participants.manage'],
};

const ids = z.array(uuid);

/** Chosen rows by their ids, or "all that match". */
type SelectionOf<Filter, Count = number> =
  | { ids: string[] }
  | { filter: Filter; exclude_ids: string[]; expected_count: Count; as_of: string };

/** `countOf` makes what is used of the given number; undefined refuses it. */
const choiceOf = <Filter extends z.ZodType, Count>(
  filter: Filter,
  countOf: (given: number | undefined) => Count | undefined,
) =>
  z
    .strictObject({
      ids: ids.optional(),
      filter: filter.optional(),
      exclude_ids: ids.optional(),
      expected_count: z.int().min(0).optional(),
      as_of: instant.optional(),
    })
    .transform((given, context): SelectionOf<z.output<Filter>, Count> => {
      const { ids, filter, exclude_ids = [], as_of } = given;
      const expected_count = countOf(given.expected_count);
      const isList = ids !== undefined && Object.keys(given).length === 1;
      if (isList) return { ids };
      const isFilter = filter !== undefined && expected_count !== undefined && as_of !== undefined;
      if (isFilter && ids === undefined) return { filter, exclude_ids, expected_count, as_of };
      context.addIssue({ code: 'custom', message: 'ids_or_filter', path: [], input: given });
      return z.NEVER;
    });

/**
 * Chosen rows: `ids`, or "all that match": the filter of the list, ids taken out, how many remained, and the `as_of` of
 * the list that showed them. Rows created later don't belong. Another count is refused with `selection_changed` and the
 * new `count`; nothing is changed then.
 */
export const selectionOf = <Filter extends z.ZodType>(filter: Filter) => choiceOf(filter, (count) => count);

/** Chosen participants. */
export const selection = selectionOf(participantFilter);
export type Selection = z.output<typeof selection>;

/** The same, without `expected_count` where no number was shown: the server counts them. */
export const uncountedSelection = choiceOf(participantFilter, (count) => count ?? null);
export type UncountedSelection = z.output<typeof uncountedSelection>;

/** A percentage above zero, `"50.00"`. */
const percent = money.refine((value) => centsOf(value) <= 10_000n, { error: 'above_hundred' });

const price = z
  .strictObject({ amount: money.optional(), percent: percent.optional() })
  .transform(({ amount, percent }, context): { amount: string } | { percent: string } => {
    if (amount !== undefined && percent === undefined) return { amount };
    if (percent !== undefined && amount === undefined) return { percent };
    context.addIssue({ code: 'custom', message: 'required', path: ['amount'], input: undefined });
    return z.NEVER;
  });

const acts = {
  status: z.strictObject({
    status: z.enum(participantStatuses),
    notify: z.boolean().default(true),
    allow_overbooking: z.boolean().default(false),
    /** Reason of rejections, for their mails. */
    reason: multiline(limits.shortText).optional(),
    /** Which payments approvals make by the groups' plans; none unless it is said. Without `notify` no mail asks for them. */
    payments: z.enum(feePayments).optional(),
  }),
  move: z.strictObject({
    group_id: uuid,
    allow_overbooking: z.boolean().default(false),
    /** What they pay by then: the former groups' plans, or the new one's. */
    fees: z.enum(movePrices).default('keep'),
    /** Whether their applicants are told by mail. */
    notify: z.boolean().default(false),
  }),
  delete: z.strictObject({}),
  /** A paragraph that is added to the staff's notes. */
  note: z.strictObject({ text: multiline(limits.shortText).min(1, { error: 'required' }) }),
  /** A payment that is expected from each. */
  payments: z.strictObject({
    /** What each is to pay: the same amount, or so much of the price of the group's plan (see `onePrice`). */
    price,
    purpose: line(paymentLimits.purpose).min(1, { error: 'required' }),
    payment_kind: z.enum(paymentKinds).default('tuition'),
    expiration_date: day.nullable().default(null),
    notes: multiline(limits.notes).default(''),
    /** Whether those get it too who owe or have paid the same already, by the words of the purpose. */
    same_purpose: z.enum(['skip', 'add']).default('skip'),
    /** Whom of those without a place it is expected from. */
    include: z.array(z.enum(withoutPayments)).max(withoutPayments.length).default([]),
    /** Whether payers are told, where the organisation asks for payments by mail. */
    notify: z.boolean().default(true),
  }),
} satisfies Record<BulkActKind, z.ZodType>;

/** What an act has to be told. */
export type BulkParameters = {
  [Kind in BulkActKind]: Kind extends 'delete' ? object : z.output<(typeof acts)[Kind]>;
} & PaymentActParameters & {
    /** The spreadsheet, and what was chosen for all of its rows. */
    import: { import_id: string; file_name: string; full: 'waitlist' | 'overbook'; notify: boolean };
    /** `mails`: how many it will write, as counted when it began; absent in work of an older release. */
    message: { message_id: string; mails?: number };
    /** What it is of, the order of its rows; of participants the columns, and why sensitive answers are in it. */
    export: {
      of?: 'payments' | undefined;
      columns?: string[] | undefined;
      sort: ParticipantSort | PaymentSort;
      sensitive_reason?: string | undefined;
    };
  };

const act = z.discriminatedUnion('kind', [
  acts.status.extend({ kind: z.literal('status') }),
  acts.move.extend({ kind: z.literal('move') }),
  acts.delete.extend({ kind: z.literal('delete') }),
  acts.note.extend({ kind: z.literal('note') }),
  acts.payments.extend({ kind: z.literal('payments') }),
]);
export type BulkAct = z.output<typeof act>;

const counted = z.array(z.object({ reason: z.enum(bulkReasons), count: z.number() }));

const row = z.object({
  participant_id: z.string(),
  /** Null once the participant is gone, or for ids that name nobody in scope. */
  name: z.string().nullable(),
  group_id: z.string().nullable(),
  group_name: textsReply.nullable(),
  /** The payment, where the work is about payments and it is still there. */
  payment: z
    .object({ id: z.string(), purpose: z.string(), amount: z.string(), currency: z.string() })
    .nullable(),
  state: z.enum(bulkRowStates),
  /** Why it was skipped; of a row that is done, why an undo left it as it is. */
  reason: z.enum(bulkReasons).nullable(),
  warnings: z.array(z.enum(bulkWarnings)),
  /** With `missing_answers`: the questions. */
  missing: z.array(textsReply),
});
export type BulkRow = z.output<typeof row>;

const job = z.object({
  id: z.string(),
  kind: z.enum(bulkKinds),
  /** What the act was told, for instance `status` or `group_id`. */
  parameters: z.record(z.string(), z.unknown()),
  /** Who does it, as a name that stays when the account is gone. */
  actor: z.string(),
  account_id: z.string(),
  state: z.enum(bulkStates),
  /** Why it stopped; null unless it did. */
  stop_reason: z.enum(bulkStops).nullable(),
  /** Rows of the selection: `done_count` and those of `skipped` have their result, the others wait. */
  total_count: z.number(),
  done_count: z.number(),
  skipped: counted,
  /** Mails that were enqueued. */
  mail_count: z.number(),
  /** Rows that an undo has reverted, and those that it left. */
  undone_count: z.number(),
  not_undone: counted,
  /** Until when it can be undone; null when it can't be (any more), or not yet. */
  undo_until: z.string().nullable(),
  /** Until when its maker can fetch the file of an export; null while, and where, there is none. */
  file_until: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type BulkJob = z.output<typeof job>;
export { job as bulkJobReply };

/** A job with the results of its rows, if they were done at once; a job in the background has none of them here. */
const started = job.extend({ rows: z.array(row) });
export type StartedBulkJob = z.output<typeof started>;

export const bulkPreview = z.object({
  total_count: z.number(),
  change_count: z.number(),
  skipped: counted,
  warnings: z.array(z.object({ warning: z.enum(bulkWarnings), count: z.number() })),
  /** Mails that would leave about the act itself. */
  mail_count: z.number(),
  /** Mails that would ask for the payments it makes, one an address; null where they are not counted, see `fees`. */
  request_count: z.number().nullable(),
  /** Those who would be changed and have no address. */
  without_email_count: z.number(),
  /** What payments would add up to; null for other acts. */
  total: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  /**
   * Payments that approvals make at once by the groups' plans, where `payments` says so; null where no plan asks for any.
   * Of more than 5000 chosen ones they are not counted.
   */
  fees: z
    .object({
      count: z.number().nullable(),
      amount: z.string().nullable(),
      currency: z.string().nullable(),
      /** Whether others follow in time. */
      later: z.boolean(),
    })
    .nullable(),
  /** Of a move: what taking the new group's price would mean for payments; null where no plan is concerned. */
  move_fees: feeMove.nullable(),
  /** Groups in which not all find a place: `wanted` would take one, `lacking` of them get none without overbooking. */
  full_groups: z.array(
    z.object({
      id: z.string(),
      name: textsReply,
      places: z.number(),
      taken: z.number(),
      wanted: z.number(),
      lacking: z.number(),
    }),
  ),
  /** Groups without a price that would have to have one, and how many of the chosen ones are in each. */
  unpriced_groups: z.array(z.object({ id: z.string(), name: textsReply, count: z.number() })),
  /** The first rows that would be skipped or have a warning. */
  rows: z.array(row.omit({ state: true })),
});
export type BulkPreview = z.output<typeof bulkPreview>;

/** Bytes of a body with a selection: a hundred thousand ids with their quotes and commas. */
export const SELECTION_BYTES = 4_500_000;
const manage = { scope: 'organization', rank: permissions['participants.manage'] } as const;
/** What all calls have that begin bulk work. */
export const bulkStart = {
  ...manage,
  method: 'POST',
  bytes: SELECTION_BYTES,
  reply: started,
  // more rows than are done at once go on in the background
  later: true,
} as const;

/** Addresses to write to, each once. */
const emailList = z.object({
  /** The guardian's name where there is one. */
  results: z.array(z.object({ email: z.string(), name: z.string() })),
  total_count: z.number(),
  /** Rejected and inactive ones who were left out. */
  left_out_count: z.number(),
  /** Those without an address, and the first of them by name. */
  without_email_count: z.number(),
  without_email: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Addresses to which no more mail is sent, since it came back; they are not among the results. The first of them by name. */
  bounced_count: z.number(),
  bounced: z.array(z.object({ email: z.string(), name: z.string() })),
});
export type EmailList = z.output<typeof emailList>;

export const bulk_jobs = {
  preview: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/participants/bulk/preview',
    summary: 'What an act on a selection would change and skip; nothing is written. Delete: rank 4',
    bytes: SELECTION_BYTES,
    body: z.strictObject({ selection, act }),
    reply: bulkPreview,
  }),
  emails: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    slow: true,
    path: '/participants/bulk/emails',
    summary: 'Addresses of chosen participants; the activity log says so',
    bytes: SELECTION_BYTES,
    body: z.strictObject({ selection, with_left_out: flag.default(false) }),
    reply: emailList,
  }),
  emailsOf: endpoint({
    ...manage,
    method: 'GET',
    slow: true,
    path: '/participants/emails',
    summary: 'Addresses of participants; rejected and inactive ones only with `with_left_out`',
    query: z.strictObject({ ...participantFilter.shape, with_left_out: flag.default(false) }),
    reply: emailList,
  }),
  status: endpoint({
    ...bulkStart,
    path: '/participants/bulk/status',
    summary: 'Decide about participants; places go by date of application',
    body: acts.status.extend({ selection }).refine(isReasonTold, reasonUntold),
  }),
  move: endpoint({
    ...bulkStart,
    path: '/participants/bulk/move',
    summary: 'Move participants to another group; places go by date of application',
    body: acts.move.extend({ selection }),
  }),
  note: endpoint({
    ...bulkStart,
    path: '/participants/bulk/note',
    summary: "Add a paragraph to participants' staff notes",
    body: acts.note.extend({ selection }),
  }),
  payments: endpoint({
    ...bulkStart,
    rank: bulkRanks.payments,
    path: '/participants/bulk/payments',
    summary: 'Add a payment to each participant who neither owes nor has paid the same',
    body: acts.payments.extend({ selection }),
  }),
  remove: endpoint({
    ...bulkStart,
    rank: bulkRanks.delete,
    path: '/participants/bulk/delete',
    summary: 'Delete participants; those with completed or refunded payments stay',
    body: acts.delete.extend({ selection }),
  }),
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/bulk-jobs',
    summary: "The caller's bulk work, from rank 4 everybody's; the latest first",
    query: z.strictObject({
      limit: listQuery.limit,
      last_id: listQuery.last_id,
      state: several(z.enum(bulkStates)).optional(),
      /** Only the caller's own. */
      own: flag.optional(),
      /** Only work that goes on, and exports of the caller whose file can be fetched. */
      open: flag.optional(),
    }),
    reply: pageOf(job),
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/bulk-jobs/{id}',
    summary: 'Progress and result of bulk work',
    params,
    reply: job,
  }),
  rows: endpoint({
    ...manage,
    method: 'GET',
    path: '/bulk-jobs/{id}/rows',
    summary: 'What became of each row, in the order of work',
    params,
    query: z.strictObject({
      limit: listQuery.limit,
      last_id: listQuery.last_id,
      state: several(z.enum(bulkRowStates)).optional(),
      reason: several(z.enum(bulkReasons)).optional(),
    }),
    reply: pageOf(row),
  }),
  events: endpoint({
    ...manage,
    method: 'GET',
    path: '/bulk-jobs/{id}/events',
    summary:
      'Progress as server-sent events: the job as it is and after each change, until it rests; to be asked for again after half a minute',
    slow: true,
    events: true,
    params,
    reply: job,
  }),
  report: endpoint({
    ...manage,
    method: 'GET',
    path: '/bulk-jobs/{id}/report.csv',
    summary: 'What became of each row, as a file for spreadsheets',
    params,
    reply: z.string(),
    file: 'text/csv',
  }),
  stop: endpoint({
    ...manage,
    method: 'POST',
    path: '/bulk-jobs/{id}/stop',
    summary: 'Stop bulk work that runs; what is done stays done',
    params,
    reply: job,
  }),
  undo: endpoint({
    ...manage,
    method: 'POST',
    path: '/bulk-jobs/{id}/undo',
    summary:
      'Revert the rows of bulk work that nobody has changed since, with their mails, while those have not left',
    params,
    reply: job,
    later: true,
  }),
};
