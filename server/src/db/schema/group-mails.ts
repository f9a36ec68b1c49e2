import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { boolean, check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { notification_templates } from './notification-templates.ts';

export const group_email_settings = pgTable(
  'group_email_settings',
  {
    organization_id: tenant(),
    group_id: uuid().notNull(),
    email_type: text().notNull(),
    enabled: boolean().notNull().default(true),
    template_id: uuid(),
    recipient: text().notNull().default('both'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.group_id, t.email_type] }),
    groupReference('group_email_settings_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'group_email_settings_template_fkey',
      columns: [t.organization_id, t.template_id],
      foreignColumns: [notification_templates.organization_id, notification_templates.id],
    }),
    index('group_email_settings_template').on(t.organization_id, t.template_id),
    check('group_email_settings_email_type_check', oneOf(t.email_type, emailTypes)),
    check(
      'group_email_settings_recipient_check',
      oneOf(t.recipient, ['organization_owner', 'group_leaders', 'both']),
    ),
  ],
);
