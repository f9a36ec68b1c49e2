/** What a group costs, when it is paid, and the payments that come of it; discounts are the organisation's rules. */
import { z } from 'zod';
import { day, flag, instant, money, params, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import type { FieldError } from './rules/errors.ts';
import { feeDiscountReasons } from './rules/fee-discounts.ts';
import { feeOccasions, feeRhythms, lateStarts, planPrice } from './rules/fee-plan.ts';
import { emptyPlan, readPlan, type WrittenPlan, type WrittenRules } from './rules/fee-wire.ts';
import { amountPattern, wireOf } from './rules/money.ts';
import { paymentKinds } from './rules/payments.ts';
import { permissions } from './rules/permissions.ts';

/** Bounds of a plan, `months` from the first to the last; `except` payments are shown before a plan changes them. */
export const feeLimits = {
  instalments: 36,
  months: 240,
  days: 365,
  ahead: 60,
  steps: 10,
  except: 500,
} as const;

const month = z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error: 'invalid_date' });

const plan = {
  rhythm: z.enum(feeRhythms),
  kind: z.enum(paymentKinds),
  amount: money.nullable(),
  due_date: day.nullable(),
  days_after: z.int().min(0).max(feeLimits.days),
  day_of_month: z.int().min(1).max(31),
  first_month: month.nullable(),
  last_month: month.nullable(),
  free_months: z
    .array(z.int().min(1).max(12))
    .max(11)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicate' }),
  instalments: z.array(z.strictObject({ due_date: day, amount: money })).max(feeLimits.instalments),
  joining_fee: money.nullable(),
  late_start: z.enum(lateStarts),
  /** What makes a participant's payments. */
  made_on: z.enum(feeOccasions),
  /** How many days before its day a monthly payment is made. */
  days_ahead: z.int().min(0).max(feeLimits.ahead),
};

/** 0 for what has not been written down yet. */
const version = z.int().min(0);

const planReply = z.object({
  version: z.number(),
  rhythm: z.enum(feeRhythms),
  kind: z.enum(paymentKinds),
  amount: z.string().nullable(),
  due_date: z.string().nullable(),
  days_after: z.number(),
  day_of_month: z.number(),
  first_month: z.string().nullable(),
  last_month: z.string().nullable(),
  free_months: z.array(z.number()),
  instalments: z.array(z.object({ due_date: z.string(), amount: z.string() })),
  joining_fee: z.string().nullable(),
  late_start: z.enum(lateStarts),
  made_on: z.enum(feeOccasions),
  days_ahead: z.number(),
  /** Participants who pay by it, those who go on with the plan of a former group, and others with a place. */
  enrolled: z.number(),
  kept: z.number(),
  without: z.number(),
});
export type GroupFeePlan = z.output<typeof planReply>;

const discount = z.object({ reason: z.enum(feeDiscountReasons), amount: z.string() });

/** One payment that a plan makes, in order of its day. */
const line = z.object({
  period: z.string(),
  kind: z.enum(paymentKinds),
  due_date: z.string(),
  gross: z.string(),
  discounts: z.array(discount),
  amount: z.string(),
  instalment: z.number().nullable(),
  instalments: z.number().nullable(),
});

/** Lines that stand for a participant, and which of them become payments at once. */
const proposal = z.object({
  currency: z.string(),
  lines: z.array(line.extend({ now: z.boolean() })),
  total: z.string(),
  /** Of the payments that are made at once. */
  now_count: z.number(),
  now_total: z.string(),
});
export type FeeProposal = z.output<typeof proposal>;

/** What a plan makes for one participant. */
export const feeOffer = proposal.extend({ can_pay_at_once: z.boolean() });

/** What was made for people who did not pay by a plan, or would be. */
const peopleReply = z.object({
  people: z.number(),
  payments: z.number(),
  total: z.string(),
  currency: z.string(),
  /** What the payments are for, in order of their days. */
  periods: z.array(
    z.object({ period: z.string(), instalment: z.number().nullable(), instalments: z.number().nullable() }),
  ),
  /** Of these people: who have other payments in the group. */
  others: z.number(),
  /** Names what was made, for its undoing. */
  made_at: z.string(),
});
export type FeePeople = z.output<typeof peopleReply>;

/** A pending payment that the plan, as it is now, would make otherwise. */
const change = z.object({
  payment_id: z.string(),
  participant_id: z.string(),
  participant_name: z.string(),
  period: z.string(),
  amount: z.string(),
  expiration_date: z.string().nullable(),
  /** Null where the plan no longer asks for it: the payment would be cancelled. */
  to: z.object({ amount: z.string(), expiration_date: z.string() }).nullable(),
});
export type FeeChange = z.output<typeof change>;

const reduction = z.strictObject({ unit: z.enum(['percent', 'amount']), value: money });
const rules = {
  family: reduction.nullable(),
  family_sessions: z
    .array(z.strictObject({ sessions: z.int().min(1).max(100), percent: money }))
    .max(feeLimits.steps),
  member_field_id: uuid.nullable(),
  member_answer: z.string().trim().max(200),
  member: reduction.nullable(),
  at_once: money.nullable(),
};
const reductionReply = z.object({ unit: z.enum(['percent', 'amount']), value: z.string() });
const rulesReply = z.object({
  version: z.number(),
  family: reductionReply.nullable(),
  family_sessions: z.array(z.object({ sessions: z.number(), percent: z.string() })),
  member_field_id: z.string().nullable(),
  member_answer: z.string(),
  member: reductionReply.nullable(),
  at_once: z.string().nullable(),
});
export type OrganizationFeeRules = z.output<typeof rulesReply>;

/** Days of a group's season; both are there where a part of it can be counted. */
type Season = { start_date: string | null; end_date: string | null };

/** Problems of a plan across fields: what its rhythm needs, reversed or empty spans, and a part of no season. */
export function feePlanProblems(
  plan: Pick<
    WrittenPlan,
    'rhythm' | 'amount' | 'first_month' | 'last_month' | 'free_months' | 'late_start' | 'instalments'
  >,
  season: Season,
): FieldError[] {
  if (plan.rhythm === 'none') return [];
  const problems: FieldError[] = [];
  if (plan.rhythm === 'instalments') problems.push(...instalmentProblems(plan.instalments));
  else if (plan.amount === null) problems.push({ path: 'amount', code: 'required' });
  if (plan.rhythm === 'monthly') problems.push(...monthProblems(plan));
  const isCounted = plan.rhythm !== 'monthly' && plan.late_start !== 'whole';
  if (isCounted && (season.start_date === null || season.end_date === null))
    problems.push({ path: 'late_start', code: 'season_needed' });
  return problems.length > 0 ? problems : totalProblems(plan);
}

/** All of a plan may become one payment, which has its own bound. */
function totalProblems(plan: Parameters<typeof feePlanProblems>[0]): FieldError[] {
  // without an end there is no whole that could be paid
  if (plan.rhythm === 'monthly' && plan.last_month === null) return [];
  const amounts = plan.rhythm === 'instalments' ? plan.instalments : [{ amount: plan.amount ?? '' }];
  // each amount is judged by itself
  if (!amounts.every(({ amount }) => amountPattern.test(amount))) return [];
  const total = planPrice(readPlan({ ...emptyPlan, ...plan }));
  const path = plan.rhythm === 'instalments' ? 'instalments' : 'amount';
  return amountPattern.test(wireOf(total)) ? [] : [{ path, code: 'plan_too_large' }];
}

function instalmentProblems(instalments: readonly { due_date: string }[]): FieldError[] {
  if (instalments.length === 0) return [{ path: 'instalments', code: 'required' }];
  return instalments.flatMap(({ due_date }, at) => {
    const before = instalments[at - 1]?.due_date;
    return before !== undefined && due_date !== '' && due_date < before
      ? [{ path: `instalments.${at}.due_date`, code: 'before_start' }]
      : [];
  });
}

function monthProblems({
  first_month: first,
  last_month: last,
  free_months,
}: Pick<WrittenPlan, 'first_month' | 'last_month' | 'free_months'>): FieldError[] {
  if (first === null) return [{ path: 'first_month', code: 'required' }];
  if (last === null) return [];
  const count =
    (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(last.slice(5)) -
    Number(first.slice(5));
  if (count < 0) return [{ path: 'last_month', code: 'before_start' }];
  if (count >= feeLimits.months) return [{ path: 'last_month', code: 'too_many_days' }];
  const months = Array.from(
    { length: Math.min(count + 1, 12) },
    (_, at) => ((Number(first.slice(5)) - 1 + at) % 12) + 1,
  );
  return months.every((one) => free_months.includes(one))
    ? [{ path: 'free_months', code: 'no_month_left' }]
    : [];
}

/** Problems of rules across fields: percentages above a hundred, the same step twice, members without a question. */
export function feeRulesProblems(rules: WrittenRules): FieldError[] {
  const isOver = (percent: string | null) =>
    percent !== null && Number(percent.split('.')[0]) * 100 + Number(percent.split('.')[1] ?? 0) > 10_000;
  const problems: FieldError[] = [];
  for (const name of ['family', 'member'] as const) {
    const reduction = rules[name];
    if (reduction?.unit === 'percent' && isOver(reduction.value))
      problems.push({ path: `${name}.value`, code: 'above_hundred' });
  }
  rules.family_sessions.forEach(({ sessions, percent }, at) => {
    if (isOver(percent)) problems.push({ path: `family_sessions.${at}.percent`, code: 'above_hundred' });
    if (rules.family_sessions.findIndex((one) => one.sessions === sessions) < at)
      problems.push({ path: `family_sessions.${at}.sessions`, code: 'duplicate' });
  });
  if (isOver(rules.at_once)) problems.push({ path: 'at_once', code: 'above_hundred' });
  if (rules.member !== null && rules.member_field_id === null)
    problems.push({ path: 'member_field_id', code: 'required' });
  if (rules.member_field_id !== null && rules.member_answer === '')
    problems.push({ path: 'member_answer', code: 'required' });
  return problems;
}

const manage = { scope: 'organization', rank: permissions['payments.manage'] } as const;
const settings = { scope: 'organization', rank: permissions['settings.manage'] } as const;

export const fee_plans = {
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/groups/{id}/fee-plan',
    summary: "A group's fee plan; version 0 while it has none",
    params,
    reply: planReply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/groups/{id}/fee-plan',
    summary: "Write a group's fee plan down; payments that exist stay as they are",
    params,
    body: z.strictObject({ ...plan, version }),
    reply: planReply,
  }),
  preview: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/groups/{id}/fee-plan/preview',
    summary: 'What a plan would make for who joins on a day, or for a participant of the group',
    params,
    body: z.strictObject({
      plan: z.strictObject(plan),
      joined_on: day,
      participant_id: uuid.nullable().default(null),
      at_once: z.boolean().default(false),
    }),
    reply: proposal,
  }),
  people: endpoint({
    ...manage,
    method: 'POST',
    path: '/groups/{id}/fee-plan/people',
    summary:
      'Make the payments of all who have a place and do not pay by the plan yet; another number is refused',
    params,
    body: z.strictObject({
      expected_count: z.int().min(1),
      /** Tells what would be made, and makes nothing. */
      dry_run: z.boolean().default(false),
    }),
    reply: peopleReply,
  }),
  undoPeople: endpoint({
    ...manage,
    method: 'POST',
    path: '/groups/{id}/fee-plan/people/undo',
    summary: 'Take back what was made for people at an instant; payments that were touched since stay',
    params,
    body: z.strictObject({ made_at: instant }),
    reply: z.object({ payments: z.number() }),
  }),
  changes: endpoint({
    ...manage,
    method: 'GET',
    path: '/groups/{id}/fee-plan/changes',
    summary: 'Pending payments that the plan would make otherwise by now, by the name of who pays',
    params,
    reply: z.object({ results: z.array(change), total: z.number(), currency: z.string() }),
  }),
  applyChanges: endpoint({
    ...manage,
    method: 'POST',
    path: '/groups/{id}/fee-plan/changes',
    summary: 'Change these pending payments to what the plan says; another number of them is refused',
    params,
    body: z.strictObject({
      /** Of all that would change, also those that stay. */
      expected_count: z.int().min(1),
      /** Payments that stay as they are. */
      except: z.array(uuid).max(feeLimits.except).default([]),
    }),
    reply: z.object({ changed: z.number(), cancelled: z.number() }),
  }),
  proposal: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/fee-proposal',
    summary:
      "What the group's plan makes when the participant is given a place today, or by hand for one who was approved; without payments that exist, and no lines where it makes none",
    params,
    query: z.strictObject({ at_once: flag.default(false), by_hand: flag.default(false) }),
    reply: feeOffer,
  }),
  make: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/fee-payments',
    summary: "Let a participant with a place pay by the group's plan, and make what is due of it",
    params,
    body: z.strictObject({
      at_once: z.boolean().default(false),
      /** Whether the payer is asked for them by mail, where the organisation sends such mails. */
      notify: z.boolean().default(true),
    }),
    reply: z.object({ payments: z.number() }),
  }),
};

export const fee_rules = {
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/fee-rules',
    summary: "The organisation's discounts; version 0 while it has none",
    reply: rulesReply,
  }),
  update: endpoint({
    ...settings,
    method: 'PATCH',
    path: '/fee-rules',
    summary: "Write the organisation's discounts down; payments that exist stay as they are",
    body: z.strictObject({ ...rules, version }),
    reply: rulesReply,
  }),
};
