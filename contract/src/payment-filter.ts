/** What narrows a list of payments; its sums, its export and bulk work take the same filter. */
import { z } from 'zod';
import { day, search, several, uuid } from './common.ts';
import { isWithinYears } from './rules/dates.ts';
import { daysOfMonth, isMonth, paymentStates } from './rules/payment-filter.ts';
import { paymentKinds, paymentMethods } from './rules/payments.ts';

const month = z
  .string()
  .refine((value) => isMonth(value) && isWithinYears(daysOfMonth(value).from), { error: 'invalid_date' });

/** Filters narrow together, several values of one widen it. */
export const paymentFilter = z.strictObject({
  /** Words of the participant's name, digits of the reference, or an amount as it is typed. */
  search,
  status: several(z.enum(paymentStates)).optional(),
  group_id: several(uuid).optional(),
  participant_id: several(uuid).optional(),
  method: several(z.enum(paymentMethods)).optional(),
  kind: several(z.enum(paymentKinds)).optional(),
  /** The month in which they are due, `YYYY-MM`. */
  due_month: month.optional(),
  due_from: day.optional(),
  due_to: day.optional(),
  paid_from: day.optional(),
  paid_to: day.optional(),
});
export type PaymentFilter = z.output<typeof paymentFilter>;
