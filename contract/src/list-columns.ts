/** Columns that an account has shown or hidden, per list. */
import { z } from 'zod';

const shown = z.boolean().optional();

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
  })
  .partial();

export type ListColumns = z.output<typeof listColumns>;

/** A list whose columns people choose. */
export type ChosenList = keyof ListColumns;

/** A column that may be shown or hidden in that list. */
export type ChosenColumn<List extends ChosenList> = Extract<keyof NonNullable<ListColumns[List]>, string>;
