import type { TableMapping } from '@vpisnik/contract/rules/statements';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, edited, id, instant, money, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';
import { payments } from './payments.ts';

/** A transfer that was left out of an import, since another statement seems to have brought it. */
export type LeftOut = {
  entry_key: string;
  told_in: string;
  /** With a number it is the key that the transfer gets when it is taken. */
  identity: string;
  /** The key of the one that it equals. */
  like: string;
  is_taken: boolean;
  lines: {
    position: number;
    day: string;
    amount: string;
    payer_name: string;
    payer_iban: string;
    reference: string;
    text: string;
  }[];
};

/** Bank statements that were imported. What they brought are `bank_entries`, until an import is undone. */
export const bank_statements = pgTable(
  'bank_statements',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    file_name: text().notNull(),
    /** IBAN without spaces. */
    account: text().notNull(),
    currency: text().notNull(),
    from_date: date().notNull(),
    to_date: date().notNull(),
    /** Transfers that it brought, and what they are together. */
    entry_count: integer().notNull(),
    total: numeric({ precision: 16, scale: 2 }).notNull(),
    /** Transfers that an earlier import had brought already, and when the latest of these was. */
    known_count: integer().notNull(),
    known_at: instant('known_at'),
    /** Transfers that another statement seems to have brought: left out until people take them as new. */
    left_out: jsonb().$type<LeftOut[]>().notNull().default([]),
    /** Entries of the file that are no transfer to book: taken back, or not booked by the bank yet. */
    reversal_count: integer().notNull(),
    pending_count: integer().notNull(),
    /** Rows of a table that couldn't be read. */
    unread_count: integer().notNull().default(0),
    /** Of a table: its header, hashed, and what its columns hold; remembered for the next one with this header. */
    header_key: text(),
    mapping: jsonb().$type<TableMapping>(),
    created_by: uuid().notNull(),
    undone_at: instant('undone_at'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('bank_statements_created').on(t.organization_id, t.created_at, t.id),
    // whose columns are remembered
    index('bank_statements_tables').on(t.organization_id, t.created_at).where(sql`header_key is not null`),
    // whose words are to go
    index('bank_statements_left_out').on(t.created_at).where(sql`left_out <> '[]'`),
  ],
);

/**
 * Transfers received. What of one no payment has taken is credit, or is set aside as a whole. Its words go after a time,
 * the sums and the key stay.
 */
export const bank_entries = pgTable(
  'bank_entries',
  {
    organization_id: tenant(),
    id: id(),
    statement_id: uuid().notNull(),
    account: text().notNull(),
    /** The entry of the bank, hashed; several lines may be parts of one. */
    entry_key: text().notNull(),
    position: integer().notNull(),
    /** The bank's id of the statement, where the entry has no number of its own; else empty. */
    told_in: text().notNull().default(''),
    day: date().notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    payer_name: text().notNull(),
    payer_iban: text().notNull(),
    reference: text().notNull(),
    text: text().notNull(),
    /** What payments have taken; kept right by a trigger. */
    paid: money().notNull().default('0'),
    /** Why the rest waits for no payment: none of a participant, or given back. */
    aside: text(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    foreignKey({
      name: 'bank_entries_statement_fkey',
      columns: [t.organization_id, t.statement_id],
      foreignColumns: [bank_statements.organization_id, bank_statements.id],
    }),
    unique('bank_entries_entry_key').on(t.organization_id, t.account, t.entry_key, t.position),
    // with what lists of statements add up
    index('bank_entries_statement').on(t.organization_id, t.statement_id, t.amount, t.paid, t.aside),
    // money without a payment
    index('bank_entries_unpaid')
      .on(t.organization_id, t.day, t.id)
      .where(sql`paid < amount and aside is null`),
    index('bank_entries_payer').on(t.organization_id, t.payer_iban).where(sql`payer_iban <> ''`),
    // whose words are to go
    index('bank_entries_words')
      .on(t.created_at)
      .where(sql`payer_name <> '' or payer_iban <> '' or reference <> '' or text <> ''`),
    check('bank_entries_amount_check', sql`${t.amount} > 0`),
    check('bank_entries_paid_check', sql`${t.paid} between 0 and ${t.amount}`),
    check('bank_entries_aside_check', oneOf(t.aside, ['other', 'returned'])),
    check('bank_entries_text_check', sql`length(${t.text}) <= 140 and length(${t.payer_name}) <= 140`),
  ],
);

/** Which payments a transfer has paid. */
export const bank_entry_payments = pgTable(
  'bank_entry_payments',
  {
    organization_id: tenant(),
    entry_id: uuid().notNull(),
    payment_id: uuid().notNull(),
    amount: money().notNull(),
    /** Whether it completed the payment, which else had been marked as paid before. */
    completes: boolean().notNull(),
    /** What the payment was at when it was booked, and the payment of its rest. */
    payment_version: integer().notNull(),
    rest_id: uuid(),
    rest_version: integer(),
    /** The state before, which undoing restores, with its reason. */
    was_status: text(),
    was_reason: text().notNull().default(''),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.entry_id, t.payment_id] }),
    foreignKey({
      name: 'bank_entry_payments_entry_fkey',
      columns: [t.organization_id, t.entry_id],
      foreignColumns: [bank_entries.organization_id, bank_entries.id],
    }),
    foreignKey({
      name: 'bank_entry_payments_payment_fkey',
      columns: [t.organization_id, t.payment_id],
      foreignColumns: [payments.organization_id, payments.id],
    }).onDelete('cascade'),
    // a payment that comes in parts is as many payments
    unique('bank_entry_payments_payment_key').on(t.organization_id, t.payment_id),
    check('bank_entry_payments_amount_check', sql`${t.amount} > 0`),
  ],
);
