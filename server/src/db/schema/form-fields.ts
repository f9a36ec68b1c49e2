import { fieldTypes, purposeNames } from '@vpisnik/contract/rules/questions';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { type StoredEdit, storedEdits } from '../applicant-edit.ts';
import { edited, id, isLanguages, isSlug, isTexts, oneOf, type Texts, tenant, texts } from './columns.ts';
import { organizations } from './organizations.ts';

/** `options` of a choice: `[{ value, name: { sl, en } }]`. */
export type Options = { value: string; name: Texts }[];

export const form_fields = pgTable(
  'form_fields',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    type: text().notNull(),
    languages: text().array().notNull(),
    name: texts(),
    description: texts(),
    required: boolean().notNull().default(false),
    sensitive: boolean().notNull().default(false),
    /** Until when applicants may correct their answer themselves. */
    applicant_edit: text().$type<StoredEdit['applicant_edit']>().notNull().default('until_start'),
    /** With `until_start`: until the group ends. */
    applicant_edit_until_end: boolean().notNull().default(false),
    /** Special meaning of the answer to the application; null for an ordinary one. */
    purpose: text(),
    options: jsonb().$type<Options>().notNull().default([]),
    position: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('form_fields_label_key').on(t.organization_id, t.label),
    index('form_fields_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('form_fields_position').on(t.organization_id, t.position, t.id),
    check('form_fields_label_check', isSlug(t.label)),
    check('form_fields_type_check', oneOf(t.type, fieldTypes)),
    check('form_fields_applicant_edit_check', oneOf(t.applicant_edit, storedEdits)),
    check('form_fields_purpose_check', oneOf(t.purpose, purposeNames)),
    check('form_fields_languages_check', isLanguages(t.languages)),
    check('form_fields_texts_check', sql`${isTexts(t.name)} and ${isTexts(t.description)}`),
    check('form_fields_options_check', sql`jsonb_typeof(${t.options}) = 'array'`),
  ],
);
