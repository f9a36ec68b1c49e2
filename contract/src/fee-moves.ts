/** What a move to another group would mean for payments by fee plans. */
import { z } from 'zod';

const sum = z.object({ count: z.number(), total: z.string() });

/** What the new group's plan would make and cancel; `makes` and `cancels` are null where many move and none of it is counted. */
export const feeMove = z.object({
  currency: z.string(),
  /** How many pay by the plan of a former group, which goes on unless the new one takes its place. */
  keeps: z.number(),
  /** Payments that would be made at once. */
  makes: sum.nullable(),
  /** Whether others would follow in time. */
  later: z.boolean(),
  /** Pending payments of former plans that would be cancelled. */
  cancels: sum.nullable(),
  /**
   * What was paid in advance by former plans and is taken off the new price; `left` of it follows with later payments, or is more
   * than they ask for. Null where there is none, or nothing is counted.
   */
  credit: z.object({ total: z.string(), left: z.string() }).nullable(),
});
export type FeeMove = z.output<typeof feeMove>;
