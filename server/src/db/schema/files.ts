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
  uuid,
} from 'drizzle-orm/pg-core';
import { created, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** A part of a picture, in its pixels. */
type Crop = { x: number; y: number; width: number; height: number };

/**
 * Pictures in storage: an `original` as it was given (decoded and written anew), and a `banner` cut from one. A row is
 * written before its files and says by `stored` that they are all there, so that nothing in storage is without a row.
 */
export const files = pgTable(
  'files',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    kind: text().notNull(),
    /** SHA-256 of the stored picture, in hexadecimal; part of its address, whose content therefore never changes. */
    sha256: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Size in storage. */
    bytes: integer().notNull(),
    /** Where a picture that was given by its address came from. */
    source_url: text(),
    original_id: uuid(),
    crop: jsonb().$type<Crop>(),
    stored: boolean().notNull().default(false),
    /** The account that brought it. */
    created_by: uuid().notNull(),
    /** Where its files are in storage and below `/files/`; each adds its width and format. */
    path: text().generatedAlwaysAs(sql`organization_id::text || '/' || id::text || '/' || left(sha256, 16)`),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    foreignKey({
      name: 'files_original_fkey',
      columns: [t.organization_id, t.original_id],
      foreignColumns: [t.organization_id, t.id],
    }),
    index('files_original').on(t.organization_id, t.original_id),
    index('files_created').on(t.created_at),
    check('files_kind_check', oneOf(t.kind, ['original', 'banner'])),
    check('files_sha256_check', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check(
      'files_banner_check',
      sql`(${t.kind} = 'banner') = (num_nonnulls(${t.original_id}, ${t.crop}) = 2)`,
    ),
  ],
);
