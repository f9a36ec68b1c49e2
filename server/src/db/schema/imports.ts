import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Spreadsheets that are being imported, and what became of their rows; kept for a while. */
export const imports = pgTable(
  'imports',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    kind: text().notNull(),
    file_name: text().notNull(),
    /** The sheet as texts, row by row; the first one is its header. */
    cells: jsonb().$type<string[][]>().notNull(),
    /** What became of each row; null until the import has run, which it does once. */
    report: jsonb().$type<Record<string, unknown>>(),
    created_by: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('imports_created').on(t.created_at),
    check('imports_kind_check', oneOf(t.kind, ['groups', 'categories', 'locations', 'participants'])),
    check('imports_cells_check', sql`jsonb_typeof(${t.cells}) = 'array'`),
  ],
);
