import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { edited, id, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

export const locations = pgTable(
  'locations',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    name: text().notNull(),
    address: text().notNull().default(''),
    description: text().notNull().default(''),
    comment: text().notNull().default(''),
    max_participants: integer(),
    google_maps_link: text(),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    search: text().generatedAlwaysAs(sql`app.fold(name || ' ' || address)`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('locations_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('locations_position').on(t.organization_id, t.position, t.id),
    check('locations_max_participants_check', sql`${t.max_participants} > 0`),
    check('locations_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('locations_google_maps_link_check', sql`${t.google_maps_link} ~* '^https://'`),
  ],
);
