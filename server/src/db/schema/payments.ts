import { sql } from 'drizzle-orm';
import { check, date, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { edited, id, oneOf, tenant } from './columns.ts';
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
    amount: numeric({ precision: 12, scale: 2 }).notNull(),
    currency: text().notNull().default('EUR'),
    status: text().notNull().default('pending'),
    payment_date: date(),
    expiration_date: date(),
    method: text(),
    notes: text().notNull().default(''),
    reference_number: text().notNull().default(''),
    invoice_number: text().notNull().default(''),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('payments_participant_fkey', t),
    groupReference('payments_group_fkey', t),
    index('payments_participant').on(t.organization_id, t.participant_id),
    index('payments_created').on(t.organization_id, t.created_at, t.id),
    // with who owes: overdue payments of many are found without reading the table
    index('payments_expiration').on(
      t.organization_id,
      t.status,
      t.expiration_date,
      t.participant_id,
      t.group_id,
    ),
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
  ],
);
