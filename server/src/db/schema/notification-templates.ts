import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { edited, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

export const notification_templates = pgTable(
  'notification_templates',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    name: text().notNull(),
    email_type: text().notNull(),
    system: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    /** Per language: subject, texts, labels, next steps per status; shaped by the contract. */
    translations: jsonb().$type<Record<string, Record<string, unknown>>>().notNull().default({}),
    sections: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    uniqueIndex('notification_templates_system_key')
      .on(t.organization_id, t.email_type)
      .where(sql`${t.system}`),
    index('notification_templates_name').on(t.organization_id, sql`name collate "sl-x-icu"`, t.id),
    check('notification_templates_email_type_check', oneOf(t.email_type, emailTypes)),
    check('notification_templates_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
  ],
);
