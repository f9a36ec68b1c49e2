import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, edited, id, instant, money, oneOf, tenant } from './columns.ts';
import { form_fields } from './form-fields.ts';
import { groupReference } from './groups.ts';
import { organizations } from './organizations.ts';
import { participantReference } from './participants.ts';

/** What a group costs and when it is paid; a group has at most one. */
export const fee_plans = pgTable(
  'fee_plans',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    rhythm: text().notNull(),
    kind: text().notNull(),
    amount: money(),
    due_date: date(),
    days_after: integer().notNull(),
    day_of_month: integer().notNull(),
    /** `YYYY-MM`. */
    first_month: text(),
    last_month: text(),
    free_months: integer().array().notNull(),
    instalments: jsonb().$type<{ due_date: string; amount: string }[]>().notNull(),
    joining_fee: money(),
    late_start: text().notNull(),
    made_on: text().notNull(),
    days_ahead: integer().notNull(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('fee_plans_group_key').on(t.organization_id, t.group_id),
    groupReference('fee_plans_group_fkey', t).onDelete('cascade'),
    check('fee_plans_rhythm_check', oneOf(t.rhythm, ['none', 'once', 'monthly', 'instalments'])),
    check('fee_plans_kind_check', oneOf(t.kind, ['membership_fee', 'tuition', 'other'])),
    check('fee_plans_amount_check', sql`${t.amount} > 0 and ${t.joining_fee} > 0`),
    check(
      'fee_plans_needs_check',
      sql`case ${t.rhythm} when 'once' then ${t.amount} is not null
        when 'monthly' then ${t.amount} is not null and ${t.first_month} is not null
        when 'instalments' then ${t.instalments} <> '[]' else true end`,
    ),
    check(
      'fee_plans_months_check',
      sql`${t.first_month} ~ '^\\d{4}-\\d{2}$' and ${t.last_month} ~ '^\\d{4}-\\d{2}$' and ${t.last_month} >= ${t.first_month}`,
    ),
    check(
      'fee_plans_days_check',
      sql`${t.day_of_month} between 1 and 31 and ${t.days_after} >= 0 and ${t.days_ahead} >= 0`,
    ),
    check('fee_plans_instalments_check', sql`jsonb_typeof(${t.instalments}) = 'array'`),
    check('fee_plans_late_start_check', oneOf(t.late_start, ['whole', 'months', 'sessions'])),
    check('fee_plans_made_on_check', oneOf(t.made_on, ['approved', 'application', 'by_hand'])),
  ],
);

/** Participants who pay by their group's plan, each since a day. */
export const fee_enrolments = pgTable(
  'fee_enrolments',
  {
    organization_id: tenant(),
    participant_id: uuid().notNull(),
    group_id: uuid().notNull(),
    joined_on: date().notNull(),
    at_once: boolean().notNull().default(false),
    /** Whether the plan goes on for one who has moved to another group. */
    kept: boolean().notNull().default(false),
    /** The decision that made it, for its undoing. */
    decided_at: instant('decided_at'),
    /** Since when nothing more is made, because the place was given up. */
    left_at: instant('left_at'),
    /** The last month of a monthly plan whose payment was made; null: none. */
    made_until: text(),
    /** The day on which the worker looks what to make next; null: nothing more. */
    next_on: date(),
    /** What was paid in advance by former plans and no payment has taken yet, to be told: it is counted anew each time. */
    credit: money().notNull().default('0.00'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.participant_id] }),
    check('fee_enrolments_credit_check', sql`${t.credit} >= 0`),
    participantReference('fee_enrolments_participant_fkey', t).onDelete('cascade'),
    groupReference('fee_enrolments_group_fkey', t).onDelete('cascade'),
    index('fee_enrolments_group').on(t.organization_id, t.group_id, t.participant_id),
    index('fee_enrolments_kept')
      .on(t.organization_id, t.participant_id, t.group_id)
      .where(sql`kept and left_at is null`),
    // group by group, as the worker takes them
    index('fee_enrolments_next')
      .on(t.next_on, t.organization_id, t.group_id, t.participant_id)
      .where(sql`next_on is not null and left_at is null`),
  ],
);

/** Discounts of an organisation; amounts and percentages as the wire has them. */
export const fee_rules = pgTable(
  'fee_rules',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    family: jsonb().$type<{ unit: 'percent' | 'amount'; value: string }>(),
    family_sessions: jsonb().$type<{ sessions: number; percent: string }[]>().notNull(),
    member_field_id: uuid(),
    member_answer: text().notNull(),
    member: jsonb().$type<{ unit: 'percent' | 'amount'; value: string }>(),
    at_once: numeric({ precision: 5, scale: 2 }),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('fee_rules_organization_key').on(t.organization_id),
    foreignKey({
      name: 'fee_rules_member_field_fkey',
      columns: [t.organization_id, t.member_field_id],
      foreignColumns: [form_fields.organization_id, form_fields.id],
    }),
    index('fee_rules_member_field').on(t.organization_id, t.member_field_id),
    check('fee_rules_at_once_check', sql`${t.at_once} > 0 and ${t.at_once} <= 100`),
    check('fee_rules_family_sessions_check', sql`jsonb_typeof(${t.family_sessions}) = 'array'`),
  ],
);
