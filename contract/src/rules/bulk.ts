/** Words of bulk work, as plain data: the schemas use them, and so do the screens and their texts. */
export const bulkKinds = [
  'status',
  'move',
  'delete',
  'note',
  'payments',
  'pay',
  'cancel',
  'remind',
  'import',
  'export',
  'message',
] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Acts on payments that exist; `payments` adds them to participants. */
export const paymentActKinds = ['pay', 'cancel', 'remind'] as const satisfies BulkKind[];
export type PaymentActKind = (typeof paymentActKinds)[number];

/** Whether a kind of bulk work is about payments that exist. */
export const isPaymentAct = (kind: BulkKind): kind is PaymentActKind =>
  (paymentActKinds as readonly BulkKind[]).includes(kind);

/** Acts on participants whom a selection chooses. */
export type BulkActKind = Exclude<BulkKind, 'import' | 'export' | 'message' | PaymentActKind>;

/**
 * States of a job. `undoing` reverts its rows and ends as `undone`; a `stopped` one has done some of its rows, all of
 * which stay done.
 */
export const bulkStates = ['running', 'stopped', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof bulkStates)[number];

export const bulkRowStates = ['waiting', 'done', 'skipped', 'undone'] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/**
 * Why a row was skipped, or not reverted by an undo; the client translates them.
 *
 * - any act: `not_found` (unknown, or not the caller's to see), `gone` (deleted or out of reach since the job began)
 * - status: `same_status`, `move_not_allowed`, `group_full`, `already_applied`
 * - move: `same_group`, `group_full`, `already_applied`
 * - delete: `in_use` (has completed or refunded payments)
 * - note: `same_note` (the latest says that already); `note_too_long` of work from when notes were one text
 * - payments: `same_purpose` (owes or has paid the same already), `no_price` (the group's plan has none), `waitlisted`,
 *   `rejected`, `inactive` unless they are included
 * - pay, cancel, remind: `payment_paid`, `payment_cancelled`, `payment_refunded` (what it is already, or has been); in a dry run
 *   for people `nothing_open` counts those of them who owe nothing of that kind
 * - remind: `waitlisted`, `rejected`, `inactive` (has no place), `no_email`, `address_bounced` (no more mail goes there),
 *   `reminders_off` (the group sends none), `reminded_recently` (in the last seven days, unless that is asked for)
 * - import: `gone` (its group), `already_applied`
 * - message: `waitlisted`, `rejected`, `inactive` unless they are included, `no_email`, `address_bounced`,
 *   `declined_news`
 * - undo: `changed_since`, `payment_changed` (it is another than the job made, or gone), `mail_sent`, `group_full`, `already_applied`, `gone`
 */
export const bulkReasons = [
  'not_found',
  'gone',
  'same_status',
  'move_not_allowed',
  'group_full',
  'already_applied',
  'same_group',
  'in_use',
  'same_note',
  'note_too_long',
  'same_purpose',
  'no_price',
  'waitlisted',
  'rejected',
  'inactive',
  'payment_paid',
  'payment_cancelled',
  'payment_refunded',
  'nothing_open',
  'no_email',
  'address_bounced',
  'reminders_off',
  'reminded_recently',
  'changed_since',
  'payment_changed',
  'mail_sent',
  'declined_news',
] as const;
export type BulkReason = (typeof bulkReasons)[number];

/** Statuses whose people get no payments unless they are included. */
export const withoutPayments = ['waitlisted', 'rejected', 'inactive'] as const satisfies BulkReason[];
export type WithoutPayments = (typeof withoutPayments)[number];

/**
 * Concerns about a row that is changed all the same: `missing_answers` (required questions of the new group are not
 * answered), `language` (the new group has no texts in the participant's language), `waitlisted` (the group was full, so
 * an import added them to its waiting list), `kept_price` (pays by the price of a former group, kept at a move),
 * `offer_ends` (a place is offered to them, which ends with it).
 */
export const bulkWarnings = [
  'missing_answers',
  'language',
  'waitlisted',
  'kept_price',
  'offer_ends',
] as const;
export type BulkWarning = (typeof bulkWarnings)[number];

/** Why a job stopped: `stopped` by a person, otherwise the code of the refusal that its caller would get now. */
export const bulkStops = [
  'stopped',
  'forbidden',
  'account_inactive',
  'unauthorized',
  'password_change_required',
  'organization_disabled',
  'not_found',
  'invalid_fields',
  'internal_error',
] as const;
export type BulkStop = (typeof bulkStops)[number];

export const bulkLimits = {
  /** Rows that one job may have. */
  rows: 100_000,
  /** Rows up to which a call is answered when they are done; more become a job in the background. */
  atOnce: 200,
  /** Rows up to which a dry run tells what payments approvals would make, so that it is answered in a moment. */
  counted: 5000,
  /** Days that a job and its report are kept. */
  days: 30,
  /** Jobs in the background that may be open at a time: of an account, and of an organisation. */
  open: 5,
  openInOrganization: 20,
  /** Ids that name nobody in scope and have a row of their own; all of them are counted. */
  unknown: 200,
  /** Rows that a dry run names. */
  named: 50,
} as const;
