import { emailTypes } from '@vpisnik/contract/rules/email-types';
import type { SaidTranslations, TemplateSections } from '@vpisnik/contract/rules/templates';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, edited, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** What a template says. Per language: subject, texts, labels, next steps per status; shaped by the contract. */
const content = () => ({
  name: text().notNull(),
  translations: jsonb().$type<SaidTranslations>().notNull().default({}),
  sections: jsonb().$type<Partial<TemplateSections>>().notNull().default({}),
});

export const notification_templates = pgTable(
  'notification_templates',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    email_type: text().notNull(),
    system: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    /** Used by groups that chose no template for mails of its type, while it is active. */
    is_default: boolean().notNull().default(false),
    ...content(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    uniqueIndex('notification_templates_system_key')
      .on(t.organization_id, t.email_type)
      .where(sql`${t.system}`),
    uniqueIndex('notification_templates_default_key')
      .on(t.organization_id, t.email_type)
      .where(sql`${t.is_default}`),
    index('notification_templates_name').on(t.organization_id, sql`name collate "sl-x-icu"`, t.id),
    check('notification_templates_email_type_check', oneOf(t.email_type, emailTypes)),
    check('notification_templates_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
  ],
);

/** What a template of one's own said after each change; no row is ever changed, and mails name it when the template is gone. */
export const notification_template_versions = pgTable(
  'notification_template_versions',
  {
    organization_id: tenant(),
    id: id(),
    /** Perhaps deleted since. */
    template_id: uuid().notNull(),
    /** 1, 2, 3 … of each template. */
    number: integer().notNull(),
    ...content(),
    /** Name of who saved it, which stays when the account is gone. */
    saved_by: text().notNull(),
    /** Number of the earlier version that this one brought back. */
    restored: integer(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    uniqueIndex('notification_template_versions_number_key').on(t.organization_id, t.template_id, t.number),
    foreignKey({
      name: 'notification_template_versions_organization_fkey',
      columns: [t.organization_id],
      foreignColumns: [organizations.id],
    }),
  ],
);
