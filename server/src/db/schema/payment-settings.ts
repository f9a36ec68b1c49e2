import { sql } from 'drizzle-orm';
import { boolean, check, date, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { created, edited, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Where an organisation is paid, as payment orders name it; no row until it is said for the first time. */
export const payment_settings = pgTable(
  'payment_settings',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** The account's holder, as the bank has it. */
    recipient: text().notNull(),
    street: text().notNull(),
    /** With the postal code. */
    town: text().notNull(),
    /** Without spaces. */
    iban: text().notNull(),
    bic: text().notNull().default(''),
    /** For payments that have no purpose of their own. */
    purpose: text().notNull().default(''),
    purpose_code: text().notNull().default('OTHR'),
    reference_model: text().notNull().default('SI12'),
    /** Which mails about payments leave by themselves. */
    mail_requests: boolean().notNull().default(false),
    mail_reminders: boolean().notNull().default(false),
    mail_received: boolean().notNull().default(false),
    /** Days before and after the due day on which is reminded; null: not then. */
    remind_before: smallint().default(3),
    remind_after: smallint().default(4),
    remind_again: smallint().default(14),
    /** The day on which reminders were turned on: what was to be said before it isn't said any more. */
    reminders_since: date(),
    /** The day that the last reminders were written for. */
    reminded_on: date(),
    /** Months after which what bank statements tell about payers goes. */
    statement_months: smallint().notNull().default(13),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('payment_settings_organization_key').on(t.organization_id),
    check('payment_settings_iban_check', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('payment_settings_purpose_code_check', sql`${t.purpose_code} ~ '^[A-Z]{4}$'`),
    check(
      'payment_settings_reminders_check',
      sql`${t.remind_before} between 1 and 30 and ${t.remind_after} between 1 and 60
        and ${t.remind_again} between 2 and 120 and ${t.remind_again} > coalesce(${t.remind_after}, 0)`,
    ),
    check('payment_settings_statement_months_check', sql`${t.statement_months} between 1 and 120`),
    check('payment_settings_reference_model_check', oneOf(t.reference_model, ['SI12', 'RF'])),
  ],
);

/**
 * The serials of references. They are opaque, and given out once: a row stays when its participant is gone, so that money
 * that comes late pays nobody else's.
 */
export const payment_references = pgTable(
  'payment_references',
  {
    organization_id: tenant().references(() => organizations.id),
    /** Twelve digits, the third 0: see `contract/src/rules/references.ts`. */
    serial: text().notNull(),
    participant_id: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.serial] }),
    unique('payment_references_participant_key').on(t.organization_id, t.participant_id),
    check('payment_references_serial_check', sql`${t.serial} ~ '^[1-9][0-9]0[0-9]{9}$'`),
  ],
);
