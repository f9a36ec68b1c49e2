/** Columns that an account has shown, hidden or put in an order, per list. */
import { z } from 'zod';

const shown = z.boolean().optional();

/** Names of columns; those of answers are ids of fields of the catalogue and of groups' questions. */
const order = z
  .array(z.string().regex(/^[a-z0-9_-]{1,36}$/))
  .max(300)
  .optional();

/**
 * The lists with a choice, and the columns that are theirs to choose. A column that this version doesn't know is ignored
 * in both directions: another version's stays with the account as it is.
 */
export const listColumns = z
  .object({
    groups: z.object({
      schedule: shown,
      start_date: shown,
      place: shown,
      places: shown,
      enrolment: shown,
      pending: shown,
    }),
    participants: z.object({
      group: shown,
      contact: shown,
      status: shown,
      application_date: shown,
      age: shown,
      guardian: shown,
      waiting_position: shown,
      offer_until: shown,
      reference: shown,
      language: shown,
      balance: shown,
    }),
    payments: z.object({
      group: shown,
      purpose: shown,
      instalment: shown,
      kind: shown,
      state: shown,
      expiration_date: shown,
      payment_date: shown,
      method: shown,
      reference: shown,
      invoice_number: shown,
    }),
    /** Answers shown among participants, by the field of the catalogue or the group's own question. */
    answers: z
      .record(z.uuid(), z.boolean())
      .refine((columns) => Object.keys(columns).length <= 200, { error: 'too_many' }),
    /**
     * The order of a list's columns that were shown when it was chosen; others come after, as they stand in the list. Empty:
     * the list's own. Among participants' columns stand those of answers.
     */
    order: z.object({ groups: order, participants: order, payments: order }),
  })
  .partial();

export type ListColumns = z.output<typeof listColumns>;

/** A list whose columns people choose. */
export type ChosenList = Exclude<keyof ListColumns, 'order'>;

/** A list whose columns people put in an order. */
export type OrderedList = keyof NonNullable<ListColumns['order']>;

/** A column that may be shown or hidden in that list. */
export type ChosenColumn<List extends ChosenList> = Extract<keyof NonNullable<ListColumns[List]>, string>;
