import { widgets } from '@vpisnik/contract/rules/questions';
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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StoredEdit } from '../applicant-edit.ts';
import { created, id, oneOf, type Texts, tenant } from './columns.ts';
import { form_fields, type Options } from './form-fields.ts';
import { groupReference } from './groups.ts';

/** A question of the group's own: as in the catalogue, without a label of its own. */
type Question = StoredEdit & {
  type: string;
  name: Texts;
  description: Texts;
  options: Options;
  sensitive: boolean;
};

/** The questions of a group's form between the fixed first and last ones, in order. */
export const group_fields = pgTable(
  'group_fields',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    position: integer().notNull(),
    form_field_id: uuid(),
    question: jsonb().$type<Question>(),
    widget: text().notNull(),
    required: boolean().notNull().default(false),
    /** Since when the form asks it. */
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('group_fields_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'group_fields_form_field_fkey',
      columns: [t.organization_id, t.form_field_id],
      foreignColumns: [form_fields.organization_id, form_fields.id],
    }),
    unique('group_fields_field_key').on(t.organization_id, t.group_id, t.form_field_id),
    index('group_fields_position').on(t.organization_id, t.group_id, t.position),
    index('group_fields_form_field').on(t.organization_id, t.form_field_id, t.group_id),
    check('group_fields_source_check', sql`num_nonnulls(${t.form_field_id}, ${t.question}) = 1`),
    check('group_fields_widget_check', oneOf(t.widget, widgets)),
  ],
);
