/** Words of reports about payments; without a validator. */

/** What a report is grouped by; of `category` those of the groups. */
export const reportGroupings = ['group', 'month', 'method', 'category'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** What a report adds up, each to the cent. */
export const reportSums = ['expected', 'received', 'due', 'overdue', 'came', 'credit'] as const;
export type ReportSum = (typeof reportSums)[number];

/** What the accountant's file tells; `carried` is what there was when the writing down began. */
export const paymentEventKinds = [
  'carried',
  'expected',
  'rest',
  'changed',
  'received',
  'part',
  'corrected',
  'refunded',
  'cancelled',
  'reopened',
  'deleted',
  'undone',
  'credit_noted',
  'credit_used',
  'credit_released',
  'credit_returned',
  'credit_aside',
  'credit_again',
  'credit_undone',
] as const;
export type PaymentEventKind = (typeof paymentEventKinds)[number];
