import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { edited, id, instant, money, oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { participantReference } from './participants.ts';

export const payments = pgTable(
  'payments',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    /** The participant's group, so that one policy covers both; kept right by a trigger. */
    group_id: uuid().notNull(),
    amount: money().notNull(),
    currency: text().notNull().default('EUR'),
    status: text().notNull().default('pending'),
    payment_date: date(),
    expiration_date: date(),
    method: text(),
    notes: text().notNull().default(''),
    reference_number: text().notNull().default(''),
    /**
     * The letters and digits of the reference, as a bank tells it. A column, since row-level security keeps indexes of an expression
     * like this from being used.
     */
    reference_key: text().generatedAlwaysAs(
      sql`upper(regexp_replace(reference_number, '[^0-9A-Za-z]', '', 'g'))`,
    ),
    invoice_number: text().notNull().default(''),
    /** What it is for, in words that its payer sees. */
    purpose: text().notNull().default(''),
    kind: text().notNull().default('tuition'),
    /** Why it has its status; for staff alone. */
    status_reason: text().notNull().default(''),
    /** The payment that was paid in part, of which this is the rest. */
    split_from: uuid(),
    /** What it was when a part of it was paid for the first time. */
    split_total: money(),
    /** The bulk work that made or last changed it. */
    bulk_job_id: uuid(),
    /** The plan that made it, and for which period of it; no reference, since its participant may move to another group. */
    fee_plan_id: uuid(),
    period: text().notNull().default(''),
    /** Its number among how many; null where that means nothing. */
    instalment: integer(),
    instalments: integer(),
    /** Before discounts, which are lines with their reason and amount. */
    gross: money(),
    discounts: jsonb().$type<{ reason: string; amount: string }[]>().notNull().default([]),
    /** The decision that took the place away and cancelled it, for its undoing. */
    left_at: instant('left_at'),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('payments_participant_fkey', t),
    groupReference('payments_group_fkey', t),
    // with how each stands, which lists of participants ask, and whether a plan made it, as plans ask of everybody each month
    index('payments_participant').on(
      t.organization_id,
      t.participant_id,
      t.status,
      t.expiration_date,
      t.group_id,
      t.fee_plan_id,
    ),
    // finds the payments of plans as fast beside years of payments by hand
    index('payments_planned').on(t.organization_id, t.participant_id).where(sql`period <> ''`),
    index('payments_created').on(t.organization_id, t.created_at, t.id),
    // in the order of lists, with who owes and how much: found, filtered and added up without reading the table
    index('payments_expiration').on(
      t.organization_id,
      t.status,
      t.expiration_date,
      t.id,
      t.participant_id,
      t.group_id,
      t.amount,
      t.currency,
      t.method,
      t.kind,
    ),
    index('payments_reference').on(t.organization_id, t.reference_key).where(sql`reference_key <> ''`),
    // with what reports add up of what came
    index('payments_paid').on(
      t.organization_id,
      t.payment_date,
      t.id,
      t.group_id,
      t.status,
      t.amount,
      t.currency,
      t.method,
    ),
    // other orders of lists, and those of one group
    index('payments_amount').on(t.organization_id, t.amount, t.id),
    index('payments_group').on(
      t.organization_id,
      t.group_id,
      t.expiration_date,
      t.id,
      t.status,
      t.amount,
      t.currency,
    ),
    // references are searched by some of their digits
    index('payments_reference_part').using('gin', t.organization_id, t.reference_key.op('gin_trgm_ops')),
    check('payments_amount_check', sql`${t.amount} > 0`),
    check('payments_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      'payments_status_check',
      oneOf(t.status, ['pending', 'completed', 'failed', 'cancelled', 'refunded', 'expired']),
    ),
    check(
      'payments_method_check',
      oneOf(t.method, ['cash', 'bank_transfer', 'credit_card', 'paypal', 'other']),
    ),
    check('payments_kind_check', oneOf(t.kind, ['membership_fee', 'tuition', 'other'])),
    uniqueIndex('payments_fee_key')
      .on(t.organization_id, t.participant_id, t.fee_plan_id, t.period)
      .where(sql`fee_plan_id is not null and split_from is null`),
    index('payments_bulk_job').on(t.organization_id, t.bulk_job_id).where(sql`bulk_job_id is not null`),
  ],
);
