import { offerHours, offerModes } from '@vpisnik/contract/rules/offers';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
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
import { categories } from './categories.ts';
import { edited, id, instant, isLanguages, isSlug, isTexts, oneOf, tenant, texts } from './columns.ts';
import { files } from './files.ts';
import { locations } from './locations.ts';
import { organizations } from './organizations.ts';

/** What groups are sorted by: the name in the asked language, else in the other one. */
const nameIn = (asked: string, other: string): SQL =>
  sql.raw(`(coalesce(nullif(name ->> '${asked}', ''), name ->> '${other}', '')) collate "sl-x-icu"`);

/** A weekly meeting: local wall time of the organisation's zone, duration in minutes. */
type Slot = { day: string; start_time: string; duration: number };

export const groups = pgTable(
  'groups',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    name: texts(),
    description: texts(),
    price_text: texts(),
    languages: text().array().notNull(),
    active: boolean().notNull().default(false),
    accept_applications: boolean().notNull().default(true),
    category_id: uuid().notNull(),
    location_id: uuid(),
    start_date: date(),
    end_date: date(),
    apply_from: instant('apply_from'),
    apply_until: instant('apply_until'),
    age_from: integer(),
    age_to: integer(),
    capacity: integer(),
    when_full: text().notNull().default('waitlist'),
    /** How free places go to the queue, and for how many hours one is offered. */
    offer_mode: text().notNull().default('by_hand'),
    offer_hours: integer().notNull().default(offerHours.usual),
    schedule: jsonb().$type<Slot[]>().notNull().default([]),
    background_color: text().notNull().default('#798736'),
    banner_id: uuid(),
    /** What the banner shows, for those who don't see it. */
    banner_alt: texts(),
    /** Put away: not published, and on lists only when asked for. */
    archived_at: instant('archived_at'),
    /** Name of the account that last changed it; outlives the account. */
    updated_by: text(),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('groups_label_key').on(t.organization_id, t.label),
    foreignKey({
      name: 'groups_category_fkey',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.id],
    }),
    foreignKey({
      name: 'groups_location_fkey',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.id],
    }),
    foreignKey({
      name: 'groups_banner_fkey',
      columns: [t.organization_id, t.banner_id],
      foreignColumns: [files.organization_id, files.id],
    }),
    index('groups_offering').on(t.organization_id, t.id).where(sql`${t.offer_mode} = 'automatic'`),
    index('groups_banner').on(t.organization_id, t.banner_id).where(sql`${t.banner_id} is not null`),
    index('groups_category').on(t.organization_id, t.category_id, t.id),
    index('groups_location').on(t.organization_id, t.location_id, t.id),
    index('groups_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('groups_name_sl').on(t.organization_id, nameIn('sl', 'en'), t.id),
    index('groups_name_en').on(t.organization_id, nameIn('en', 'sl'), t.id),
    index('groups_created').on(t.organization_id, t.created_at, t.id),
    index('groups_start').on(t.organization_id, sql`coalesce(start_date, 'infinity'::date)`, t.id),
    check('groups_label_check', isSlug(t.label)),
    check('groups_label_reserved_check', sql`${t.label} <> 'groups'`),
    check('groups_languages_check', isLanguages(t.languages)),
    check(
      'groups_texts_check',
      sql`${isTexts(t.name)} and ${isTexts(t.description)} and ${isTexts(t.price_text)}`,
    ),
    check('groups_banner_alt_check', isTexts(t.banner_alt)),
    check('groups_dates_check', sql`${t.end_date} >= ${t.start_date}`),
    check('groups_apply_check', sql`${t.apply_until} > ${t.apply_from}`),
    check('groups_age_check', sql`${t.age_from} between 0 and 150 and ${t.age_to} between 0 and 150`),
    check('groups_age_order_check', sql`${t.age_to} >= ${t.age_from}`),
    check('groups_capacity_check', sql`${t.capacity} between 1 and 100000`),
    check('groups_when_full_check', oneOf(t.when_full, ['waitlist', 'close'])),
    check('groups_offer_mode_check', oneOf(t.offer_mode, offerModes)),
    check(
      'groups_offer_hours_check',
      sql`${t.offer_hours} between ${sql.raw(`${offerHours.least} and ${offerHours.most}`)}`,
    ),
    check('groups_schedule_check', sql`app.is_schedule(${t.schedule})`),
    check('groups_archived_check', sql`${t.archived_at} is null or not ${t.active}`),
    check('groups_background_color_check', sql`${t.background_color} ~ '^#[0-9a-f]{6}$'`),
  ],
);

export const groupReference = (name: string, t: { organization_id: AnyPgColumn; group_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.group_id],
    foreignColumns: [groups.organization_id, groups.id],
  });

/** Labels that groups had before: for a year their addresses lead to the present ones, unless another group takes them. */
export const former_group_labels = pgTable(
  'former_group_labels',
  {
    organization_id: tenant().references(() => organizations.id),
    label: text().notNull(),
    group_id: uuid().notNull(),
    replaced_at: instant('replaced_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.label] }),
    foreignKey({
      name: 'former_group_labels_group_fkey',
      columns: [t.organization_id, t.group_id],
      foreignColumns: [groups.organization_id, groups.id],
    }).onDelete('cascade'),
    index('former_group_labels_group').on(t.organization_id, t.group_id),
  ],
);

/**
 * How many participants of each group take a place and wait, kept by triggers. Written with the participants and read
 * through `app.group_places`: lists of groups need not count.
 */
export const groupCounts = pgTable(
  'group_counts',
  {
    organization_id: tenant(),
    group_id: uuid().notNull(),
    /** Pending, approved, and those whom a place is offered. */
    taken: integer().notNull().default(0),
    /** Those in the queue whom none is offered. */
    waiting: integer().notNull().default(0),
    /** When a place was last given up; null where none was. */
    freed_at: instant('freed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.group_id] }),
    groupReference('group_counts_group_fkey', t).onDelete('cascade'),
  ],
);
