import { sql } from 'drizzle-orm';
import {
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
import { created, edited, id, isTexts, oneOf, tenant, texts } from './columns.ts';
import { groupReference } from './groups.ts';
import { locations } from './locations.ts';
import { organizations } from './organizations.ts';

/**
 * Days on which an organisation is closed. One with a `source` stands in for a known holiday or school break: with
 * other dates, or inactive where sessions take place all the same.
 */
export const closures = pgTable(
  'closures',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    source: text(),
    name: texts(),
    start_date: date().notNull(),
    end_date: date().notNull(),
    active: boolean().notNull().default(true),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('closures_source_key').on(t.organization_id, t.source),
    check('closures_name_check', isTexts(t.name)),
    check('closures_dates_check', sql`${t.end_date} >= ${t.start_date}`),
  ],
);

/** What departs from a group's weekly schedule on one date: local wall time of the organisation's zone. */
export const session_exceptions = pgTable(
  'session_exceptions',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    kind: text().notNull(),
    /** The session of the schedule that it is about; null for an added one. */
    date: date(),
    start_time: text(),
    /** When it is instead, or when the added one is; minutes. */
    new_date: date(),
    new_start_time: text(),
    new_duration: integer(),
    /** Where it is then; null where the group is. */
    location_id: uuid(),
    reason: texts(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('session_exceptions_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'session_exceptions_location_fkey',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.id],
    }),
    index('session_exceptions_location')
      .on(t.organization_id, t.location_id)
      .where(sql`${t.location_id} is not null`),
    unique('session_exceptions_session_key').on(t.organization_id, t.group_id, t.date, t.start_time),
    index('session_exceptions_date').on(t.organization_id, t.date),
    index('session_exceptions_new_date').on(t.organization_id, t.new_date),
    check('session_exceptions_kind_check', oneOf(t.kind, ['cancelled', 'moved', 'held', 'added'])),
    check('session_exceptions_reason_check', isTexts(t.reason)),
    check(
      'session_exceptions_session_check',
      sql`num_nonnulls(${t.date}, ${t.start_time}) = case ${t.kind} when 'added' then 0 else 2 end`,
    ),
    check(
      'session_exceptions_new_check',
      sql`num_nonnulls(${t.new_date}, ${t.new_start_time}, ${t.new_duration}) = case when ${t.kind} in ('moved', 'added') then 3 else 0 end`,
    ),
    check(
      'session_exceptions_new_start_time_check',
      sql`${t.new_start_time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
    check(
      'session_exceptions_location_check',
      sql`${t.location_id} is null or ${t.kind} in ('moved', 'added')`,
    ),
    check('session_exceptions_new_duration_check', sql`${t.new_duration} between 5 and 1440`),
  ],
);

/** A date as people knew it, before it was changed: its identity in calendars, and when and where it was. */
export type KnownSession = {
  uid: string;
  /** Of a date in a series: when it is by the schedule. */
  origin: { date: string; start_time: string } | null;
  date: string;
  start_time: string;
  duration: number;
  location_id: string | null;
};

/** A change of a group's dates that people are told of; its mails tell the differences at their sending. */
export const session_notices = pgTable(
  'session_notices',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    /** How many changes of the group were told with this one; SEQUENCE of calendar files. */
    sequence: integer().notNull(),
    /** The changed dates as they were; null for those that did not take place. */
    was: jsonb().$type<Record<string, KnownSession | null>>().notNull(),
    /** What staff say about it. */
    note: texts(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('session_notices_group_fkey', t).onDelete('cascade'),
    unique('session_notices_sequence_key').on(t.organization_id, t.group_id, t.sequence),
    check('session_notices_note_check', isTexts(t.note)),
  ],
);
