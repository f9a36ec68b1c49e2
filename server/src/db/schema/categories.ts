import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { edited, id, isLanguages, isSlug, isTexts, tenant, texts } from './columns.ts';
import { organizations } from './organizations.ts';

export const categories = pgTable(
  'categories',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    languages: text().array().notNull(),
    name: texts(),
    description: texts(),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('categories_label_key').on(t.organization_id, t.label),
    index('categories_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('categories_position').on(t.organization_id, t.position, t.id),
    check('categories_label_check', isSlug(t.label)),
    check('categories_languages_check', isLanguages(t.languages)),
    check('categories_texts_check', sql`${isTexts(t.name)} and ${isTexts(t.description)}`),
  ],
);
