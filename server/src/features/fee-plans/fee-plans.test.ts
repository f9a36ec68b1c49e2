import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { makeDuePayments } from './daily.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
const inDays = (count: number) => addDays(today, count);
const thisMonth = today.slice(0, 7);

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  staff = site.as(await member({ organization_id, name: 'Nina' }));
});

const plan = {
  rhythm: 'instalments' as const,
  kind: 'tuition' as const,
  amount: null,
  due_date: null,
  days_after: 8,
  day_of_month: 15,
  first_month: null,
  last_month: null,
  free_months: [],
  instalments: [
    { due_date: inDays(30), amount: '85' },
    { due_date: inDays(60), amount: '85.00' },
    { due_date: inDays(90), amount: '85.01' },
  ],
  joining_fee: null,
  late_start: 'whole' as const,
  made_on: 'approved' as const,
  days_ahead: 14,
};
type Plan = Partial<
  Omit<typeof plan, 'rhythm' | 'made_on' | 'amount' | 'first_month' | 'last_month' | 'late_start'>
> & {
  rhythm?: 'once' | 'monthly' | 'instalments';
  made_on?: 'approved' | 'application' | 'by_hand';
  late_start?: 'whole' | 'months';
  amount?: string;
  first_month?: string;
  last_month?: string;
};
const set = (more: Plan = {}, version = 0, id = group_id) =>
  staff.api.fee_plans.update({ params: { id }, body: { ...plan, ...more, version } });
const apply = async (more: object = {}) =>
  (await site.factories.participant({ organization_id, group_id, status: 'pending', ...more })).id;
const decide = (id: string, status: string, more: object = {}) =>
  staff.patch<{ version: number }>(`/participants/${id}/status`, { status, notify: false, ...more });
const approveAll = (ids: string[], payments?: 'plan') =>
  staff.api.bulk_jobs.status({
    body: { selection: { ids }, status: 'approved', notify: false, ...(payments && { payments }) },
  });
const paymentsOf = async (id: string) => {
  const { results } = await staff.api.payments.ofParticipant({ params: { id } });
  return results.map(({ amount, expiration_date, status, purpose }) => [
    amount,
    expiration_date,
    status,
    purpose,
  ]);
};
const three = (status: string) => [
  ['85.00', inDays(30), status, 'Balet, obrok 1/3'],
  ['85.00', inDays(60), status, 'Balet, obrok 2/3'],
  ['85.01', inDays(90), status, 'Balet, obrok 3/3'],
];

describe('a plan', () => {
  test('is written down once, and changed on the version that was seen', async () => {
    expect(await staff.api.fee_plans.get({ params: { id: group_id } })).toMatchObject({
      ...{ version: 0, rhythm: 'none', enrolled: 0, without: 0 },
    });
    const saved = await set();
    expect(saved).toMatchObject({ version: 1, instalments: [{ amount: '85.00' }, {}, { amount: '85.01' }] });
    for (const version of [0, 2])
      expect(await staff.patch(`/groups/${group_id}/fee-plan`, { ...plan, version })).toMatchObject({
        status: 409,
        body: { code: 'edit_conflict', current: { version: 1, rhythm: 'instalments' } },
      });
    expect(await set({ kind: 'tuition', days_after: 0 }, 1)).toMatchObject({ version: 2, days_after: 0 });
  });

  test.each([
    [{ rhythm: 'once' }, 'amount', 'required'],
    [{ rhythm: 'once', amount: '0' }, 'amount', 'amount_positive'],
    [{ rhythm: 'once', amount: '1e3' }, 'amount', 'invalid_amount'],
    [{ rhythm: 'once', amount: '12,5' }, 'amount', 'invalid_amount'],
    [{ rhythm: 'once', amount: '12.345' }, 'amount', 'amount_decimals'],
    [{ rhythm: 'once', amount: '1000000000000' }, 'amount', 'amount_too_large'],
    [{ rhythm: 'monthly', amount: '10' }, 'first_month', 'required'],
    [
      { rhythm: 'monthly', amount: '10', first_month: '2027-09', last_month: '2027-06' },
      'last_month',
      'before_start',
    ],
    [
      { rhythm: 'monthly', amount: '10', first_month: '2027-02', last_month: '2027-02', free_months: [2] },
      'free_months',
      'no_month_left',
    ],
    [{ instalments: [] }, 'instalments', 'required'],
    [
      { instalments: [1, 2].map((at) => ({ due_date: inDays(at), amount: '9999999999.99' })) },
      'instalments',
      'plan_too_large',
    ],
    [{ late_start: 'months' }, 'late_start', 'season_needed'],
    [{ day_of_month: 32 }, 'day_of_month', 'too_big'],
    // fixed days: judged by their form alone
  ])('is refused as %j', async (more, path, code) => {
    expect(await staff.patch(`/groups/${group_id}/fee-plan`, { ...plan, ...more, version: 0 })).toMatchObject(
      {
        status: 422,
        body: { errors: [{ path, code }] },
      },
    );
  });

  test('goes along with a copy of its group, that much later', async () => {
    await set({ rhythm: 'monthly', amount: '40', first_month: '2027-09', last_month: '2028-06' });
    const copyOf = (id: string, label: string) =>
      staff.api.groups.copy({
        params: { id },
        body: { label, name: { sl: 'Balet', en: 'Ballet' }, shift_days: 364 },
      });
    const copy = await copyOf(group_id, 'naslednje-leto');
    expect(await staff.api.fee_plans.get({ params: { id: copy.id } })).toMatchObject({
      ...{ rhythm: 'monthly', amount: '40.00', first_month: '2028-09', last_month: '2029-06', version: 1 },
    });
    await set({}, 1);
    const { id } = await copyOf(group_id, 'v-obrokih');
    const later = plan.instalments.map(({ due_date }) => ({ due_date: addDays(due_date, 364) }));
    expect(await staff.api.fee_plans.get({ params: { id } })).toMatchObject({ instalments: later });
  });

  test('is shown for a day before it is written down, and for a participant', async () => {
    const preview = (body: object) =>
      staff.post<{ total: string; now_count: number; lines: object[] }>(
        `/groups/${group_id}/fee-plan/preview`,
        {
          ...{ plan: { ...plan, joining_fee: '20' }, joined_on: inDays(55), ...body },
        },
      );
    const { body } = await preview({});
    expect(body).toMatchObject({ total: '275.01', now_count: 4 });
    // who joins after a day has some days more
    expect(body.lines).toMatchObject([
      { period: 'joining', due_date: inDays(63), amount: '20.00' },
      { period: '1', due_date: inDays(63) },
      { period: '2', due_date: inDays(63) },
      { period: '3', due_date: inDays(90), amount: '85.01' },
    ]);
    const elsewhere = await site.factories.participant({ organization_id });
    expect((await preview({ participant_id: elsewhere.id })).status).toBe(404);
  });

  test('asks late starters for the sessions that are left, also those moved to after the last day', async () => {
    const season = { start_date: inDays(7), end_date: inDays(28) };
    const slot = { day: dayOf(inDays(7)), start_time: '17:00', duration: 60 };
    const params = { id: (await site.factories.group({ organization_id, ...season, schedule: [slot] })).id };
    const body = {
      plan: { ...plan, ...({ rhythm: 'once', amount: '80', late_start: 'sessions' } as const) },
    };
    const price = async (joined_on: string) =>
      (await staff.api.fee_plans.preview({ params, body: { ...body, joined_on } })).total;
    expect(await price(inDays(21))).toBe('40.00');
    await staff.api.session_exceptions.create({
      params,
      body: {
        ...{ kind: 'moved', date: inDays(28), start_time: '17:00' },
        ...{ new_date: inDays(35), new_start_time: '18:00', new_duration: 60 },
      },
    });
    expect(await price(inDays(21))).toBe('40.00');
    expect(await price(inDays(29))).toBe('20.00');
  });
});

describe('payments', () => {
  test('are proposed, then made with the place, and undone with it', async () => {
    await set();
    const id = await apply();
    const proposal = () => staff.api.fee_plans.proposal({ params: { id } });
    expect(await proposal()).toMatchObject({ now_count: 3, total: '255.01', now_total: '255.01' });
    expect(await paymentsOf(id)).toEqual([]);
    const { body } = await decide(id, 'approved');
    expect(await paymentsOf(id)).toEqual(three('pending'));
    expect(await staff.api.fee_plans.get({ params: { id: group_id } })).toMatchObject({
      enrolled: 1,
      without: 0,
    });
    await staff.api.participants.undoStatus({ params: { id }, body: { version: body.version } });
    expect(await paymentsOf(id)).toEqual([]);
    expect(await site.rows('select from fee_enrolments where participant_id = $1', [id])).toEqual([]);
  });

  test('are not made when the decision says so, nor by a plan that is used by hand; later for all at once', async () => {
    await set();
    const [one, other] = [await apply(), await apply()];
    await decide(one, 'approved', { payments: 'none' });
    await set({ made_on: 'by_hand' }, 1);
    await decide(other, 'approved');
    expect([...(await paymentsOf(one)), ...(await paymentsOf(other))]).toEqual([]);
    const make = (expected_count: number) =>
      staff.post(`/groups/${group_id}/fee-plan/people`, { expected_count });
    expect(await make(1)).toMatchObject({ status: 409, body: { code: 'selection_changed', count: 2 } });
    expect(await make(2)).toMatchObject({ status: 200, body: { people: 2, payments: 6 } });
    expect(await paymentsOf(one)).toEqual(three('pending'));
  });

  test('are shown before they are made for all at once, and taken back unless they were touched since', async () => {
    await set({ made_on: 'by_hand' });
    const [one, other] = [await apply(), await apply()];
    for (const id of [one, other]) await decide(id, 'approved');
    await site.factories.payment({ organization_id, participant_id: one });
    const params = { id: group_id };
    const shown = await staff.api.fee_plans.people({ params, body: { expected_count: 2, dry_run: true } });
    expect(shown).toMatchObject({
      ...{ people: 2, payments: 6, total: '510.02', currency: 'EUR', others: 1 },
      periods: [{ instalment: 1, instalments: 3 }, { instalment: 2 }, { instalment: 3 }],
    });
    expect(await paymentsOf(other)).toEqual([]);
    expect(await staff.api.fee_plans.get({ params })).toMatchObject({ enrolled: 0, without: 2 });

    const { made_at, ...made } = await staff.api.fee_plans.people({ params, body: { expected_count: 2 } });
    expect(made).toMatchObject({ payments: shown.payments, total: shown.total });
    const { results } = await staff.api.payments.ofParticipant({ params: { id: other } });
    await staff.patch(`/payments/${results[0]?.id}`, { version: 1, status: 'completed', method: 'cash' });
    expect(await staff.api.fee_plans.undoPeople({ params, body: { made_at } })).toEqual({ payments: 5 });
    expect([(await paymentsOf(one)).length, (await paymentsOf(other)).length]).toEqual([1, 1]);
    expect(await staff.api.fee_plans.get({ params })).toMatchObject({ enrolled: 0, without: 2 });
    expect(
      await staff.api.fee_plans.people({ params, body: { expected_count: 2, dry_run: true } }),
    ).toMatchObject({ payments: 5, others: 2 });
  });

  test('are made by bulk work like by one decision', async () => {
    await set();
    const ids = [await apply(), await apply({ language: 'en' })];
    await approveAll(ids, 'plan');
    expect(await paymentsOf(ids[0] ?? '')).toEqual(three('pending'));
    expect((await paymentsOf(ids[1] ?? '')).map((one) => one[3])).toEqual([
      'Ballet, instalment 1/3',
      'Ballet, instalment 2/3',
      'Ballet, instalment 3/3',
    ]);
  });

  test('that are pending are cancelled when the place is given up, brought back by Undo, and anew with a new place', async () => {
    await set();
    const id = await apply();
    await decide(id, 'approved');
    const [first] = (await staff.api.payments.ofParticipant({ params: { id } })).results;
    await staff.patch(`/payments/${first?.id}`, { version: 1, status: 'completed', method: 'bank_transfer' });
    const { body } = await decide(id, 'inactive');
    const statuses = async () => (await paymentsOf(id)).map((one) => one[2]);
    expect(await statuses()).toEqual(['completed', 'cancelled', 'cancelled']);
    await staff.api.participants.undoStatus({ params: { id }, body: { version: body.version } });
    expect(await statuses()).toEqual(['completed', 'pending', 'pending']);
    await decide(id, 'rejected');
    expect(await statuses()).toEqual(['completed', 'cancelled', 'cancelled']);
    await decide(id, 'approved');
    expect(await statuses()).toEqual(['completed', 'pending', 'pending']);
  });

  test('stay as they are when the plan changes, until that is asked for', async () => {
    await set();
    const id = await apply();
    await decide(id, 'approved');
    const cheaper = plan.instalments.slice(0, 2).map((one) => ({ ...one, amount: '70.00' }));
    await set({ instalments: cheaper }, 1);
    expect(await paymentsOf(id)).toEqual(three('pending'));
    expect(await staff.api.fee_plans.changes({ params: { id: group_id } })).toMatchObject({
      total: 3,
      results: [{ amount: '85.00', to: { amount: '70.00' } }, {}, { amount: '85.01', to: null }],
    });
    const change = (expected_count: number, except: string[] = []) =>
      staff.post(`/groups/${group_id}/fee-plan/changes`, { expected_count, except });
    expect((await change(2)).status).toBe(409);
    const { results } = await staff.api.fee_plans.changes({ params: { id: group_id } });
    // the second one stays for now
    expect((await change(3, [results[1]?.payment_id ?? ''])).body).toEqual({ changed: 1, cancelled: 1 });
    expect((await paymentsOf(id)).map(([amount]) => amount)).toEqual(['70.00', '85.00', '85.01']);
    expect((await change(1)).body).toEqual({ changed: 1, cancelled: 0 });
    expect((await paymentsOf(id)).map(([amount, , status]) => [amount, status])).toEqual([
      ['70.00', 'pending'],
      ['70.00', 'pending'],
      ['85.01', 'cancelled'],
    ]);
    expect((await staff.api.fee_plans.changes({ params: { id: group_id } })).total).toBe(0);
  });

  test('of a merged application all stay', async () => {
    await set();
    const person = { email: 'ana@example.com', name: 'Ana Novak' };
    const [kept, gone] = [await apply(person), await apply({ ...person, status: 'rejected' })];
    for (const id of [kept, gone]) await decide(id, 'approved', { payments: 'none' });
    await staff.api.fee_plans.make({ params: { id: kept }, body: {} });
    await site.rows(
      `insert into payments (organization_id, participant_id, group_id, amount, status, fee_plan_id, period)
       select organization_id, $2, group_id, 85, 'completed', fee_plan_id, period from payments where participant_id = $1`,
      [kept, gone],
    );
    const moved = `update payments set participant_id = $2 where participant_id = $1 and status = 'completed'`;
    await site.rows(moved, [gone, kept]);
    expect(await paymentsOf(kept)).toHaveLength(6);
    await site.rows(moved, [kept, gone]);
    expect(
      await site.rows('select period from payments where participant_id = $1 order by period', [gone]),
    ).toEqual([{ period: '1' }, { period: '2' }, { period: '3' }]);
  });
});

describe('a proposal', () => {
  test('that was not seen is not made by bulk work', async () => {
    await set();
    const ids = [await apply(), await apply()];
    await approveAll(ids);
    for (const id of ids) expect(await paymentsOf(id)).toEqual([]);
  });

  test('of a bulk approval counts what it then makes, to the cent', async () => {
    await staff.api.fee_rules.update({
      body: {
        ...{ family: { unit: 'percent', value: '33.33' }, family_sessions: [], member_field_id: null },
        ...{ member_answer: '', member: null, at_once: null, version: 0 },
      },
    });
    const { group, family } = site.factories;
    const other = (await group({ organization_id })).id;
    const without = (await group({ organization_id })).id;
    await set();
    await set({ rhythm: 'monthly', amount: '85', first_month: thisMonth, days_ahead: 0 }, 0, other);
    await set({ rhythm: 'once', amount: '99', made_on: 'by_hand' }, 0, without);
    // brothers and sisters who are approved together, in one group, in two, and beside one who pays nothing by a decision
    for (const groups of [
      [group_id, group_id],
      [group_id, other],
      [other, without],
    ]) {
      const participant_ids = await Promise.all(groups.map((one) => apply({ group_id: one })));
      await family({ organization_id, group_id, participant_ids });
    }
    const returning = await apply();
    await decide(returning, 'approved');
    const [first] = (await staff.api.payments.ofParticipant({ params: { id: returning } })).results;
    await staff.post(`/payments/${first?.id}/part`, { version: 1, amount: '30.00', method: 'cash' });
    await decide(returning, 'inactive');
    const rows = await site.rows<{ id: string }>(
      `select id from participants where organization_id = $1 and status in ('pending', 'inactive')`,
      [organization_id],
    );
    const ids = rows.map(({ id }) => id);
    const open = async () => {
      const [sums] = await site.rows<{ count: number; amount: string }>(
        `select count(*)::integer, coalesce(sum(amount), 0)::text as amount from payments
         where organization_id = $1 and status = 'pending'`,
        [organization_id],
      );
      return sums;
    };
    expect((await open())?.count).toBe(0);
    const act = { kind: 'status' as const, status: 'approved' as const };
    const look = () => staff.api.bulk_jobs.preview({ body: { selection: { ids }, act } });
    const { fees } = await look();
    expect(fees).toMatchObject({ currency: 'EUR', later: true });
    await approveAll(ids, 'plan');
    expect(await open()).toEqual({ count: fees?.count, amount: fees?.amount });
    expect(fees?.count).toBeGreaterThan(10);
    // nobody is left whom a plan would ask for anything
    expect((await look()).fees).toBeNull();
  });

  test('by hand holds what a participant has not got yet', async () => {
    await set({ made_on: 'by_hand' });
    const id = await apply();
    const propose = () => staff.api.fee_plans.proposal({ params: { id }, query: { by_hand: 'true' } });
    expect((await propose()).lines).toEqual([]);
    await decide(id, 'approved');
    expect(await propose()).toMatchObject({ now_count: 3, total: '255.01' });
    await staff.api.fee_plans.make({ params: { id }, body: {} });
    expect(await paymentsOf(id)).toEqual(three('pending'));
    expect((await propose()).lines).toEqual([]);
  });
});

describe('the daily work', () => {
  const monthly = () =>
    set({ rhythm: 'monthly', amount: '40', first_month: thisMonth, day_of_month: 31, days_ahead: 0 });
  const run = (day: string) => makeDuePayments(site.pools.system, new Date(`${day}T10:00:00Z`));
  const lastOf = (month: string) =>
    addDays(
      `${month}-01`,
      new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate() - 1,
    );
  const months = async (id: string) =>
    (
      await site.rows<{ period: string }>(
        'select period from payments where participant_id = $1 order by 1',
        [id],
      )
    ).map(({ period }) => period);

  test("makes the next months' payments once each, however often and by however many it runs, and makes up for days missed", async () => {
    await monthly();
    const people = [await apply(), await apply(), await apply()];
    for (const id of people) await decide(id, 'approved');
    await decide(people[2] ?? '', 'inactive');
    const [, next = '', then = ''] = [0, 1, 2].map((at) => {
      const day = new Date(`${thisMonth}-01T00:00Z`);
      day.setUTCMonth(day.getUTCMonth() + at);
      return day.toISOString().slice(0, 7);
    });
    const runs = await Promise.all([1, 2, 3].map(() => run(lastOf(then))));
    const made = await Promise.all(people.map(months));
    for (const its of made.slice(0, 2)) expect(its).toEqual([thisMonth, next, then]);
    expect(made[2]?.includes(next)).toBe(false);
    expect(await run(lastOf(then))).toBe(0);
    expect(runs.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    // a payment that staff deleted does not come back
    await site.rows('delete from payments where participant_id = $1 and period = $2', [people[0], next]);
    await run(lastOf(then));
    expect(await months(people[0] ?? '')).toEqual([thisMonth, then]);
  });

  test('catches up with three months without a worker, on the last days of short months and of the night of the clocks', async () => {
    const months = { first_month: '2028-01', last_month: '2028-06' };
    await set({ rhythm: 'monthly', amount: '40', day_of_month: 31, days_ahead: 0, ...months });
    const id = await apply({ status: 'approved' });
    await site.rows(
      `insert into fee_enrolments (organization_id, participant_id, group_id, joined_on, next_on)
       values ($1, $2, $3, '2028-01-05', '2028-01-31')`,
      [organization_id, id, group_id],
    );
    const daysAt = async (instant: string) => {
      await makeDuePayments(site.pools.system, new Date(instant));
      return (await paymentsOf(id)).map(([, day]) => day);
    };
    // fixed days: the work is told the instant; clocks change on 26 March
    const winter = ['2028-01-31', '2028-02-29'];
    expect(await daysAt('2028-03-30T21:59:59Z')).toEqual(winter);
    expect(await daysAt('2028-03-30T22:00:00Z')).toEqual([...winter, '2028-03-31']);
    expect(await daysAt('2028-04-29T21:59:59Z')).toHaveLength(3);
    expect(await daysAt('2028-07-31T22:00:00Z')).toEqual([
      ...[...winter, '2028-03-31'],
      ...['2028-04-30', '2028-05-31', '2028-06-30'],
    ]);
  });

  test('makes the payments of applicants where the plan says so', async () => {
    await set({ made_on: 'application' });
    const id = await apply();
    expect(await paymentsOf(id)).toEqual([]);
    await makeDuePayments(site.pools.system);
    expect(await paymentsOf(id)).toEqual(three('pending'));
    await decide(id, 'approved');
    expect(await paymentsOf(id)).toEqual(three('pending'));
  });

  test("makes other organisations' payments while people of one are being decided about", async () => {
    const { factories } = site;
    const both = await Promise.all(
      [1, 2].map(async () => {
        const its = (await factories.organization({ currency: 'EUR' })).id;
        const group = (await factories.group({ organization_id: its })).id;
        await factories.feePlan({
          ...{ organization_id: its, group_id: group },
          ...{ rhythm: 'once', amount: '50.00', made_on: 'application' },
        });
        return (await factories.participant({ organization_id: its, group_id: group, status: 'pending' })).id;
      }),
    );
    const made = async (id: string) =>
      (await site.rows('select from payments where participant_id = $1', [id])).length;
    for (const held of both) {
      const [other = ''] = both.filter((id) => id !== held);
      await site.rows('update fee_enrolments set next_on = joined_on where participant_id = any ($1)', [
        both,
      ]);
      await site.rows('delete from payments where participant_id = any ($1)', [both]);
      const client = await site.owner.connect();
      await client.query('begin');
      await client.query('select from participants where id = $1 for update', [held]);
      await site.rows('update fee_enrolments set made_until = null where participant_id = any ($1)', [both]);
      await makeDuePayments(site.pools.system);
      const seen = [await made(other), await made(held)];
      await client.query('commit');
      client.release();
      expect(seen).toEqual([1, 0]);
    }
  });

  test('asks for no month in which the group is in the archive, also once it is back', async () => {
    const [before, after] = [-2, -1].map((months) =>
      Temporal.PlainYearMonth.from(thisMonth).add({ months }).toString(),
    ) as [string, string];
    await set({ rhythm: 'monthly', amount: '40', first_month: before, day_of_month: 31, days_ahead: 0 });
    const id = await apply();
    await decide(id, 'approved');
    await site.rows(
      'update fee_enrolments set joined_on = $2::date, made_until = $3, next_on = $4::date where participant_id = $1',
      [id, `${before}-01`, before, lastOf(after)],
    );
    const archive = async (archived: boolean) => {
      const { version } = await staff.api.groups.get({ params: { id: group_id } });
      await staff.api.groups.setStatus({ params: { id: group_id }, body: { archived, version } });
    };
    await archive(true);
    await run(lastOf(thisMonth));
    expect(await months(id)).toEqual([]);
    await archive(false);
    await run(lastOf(thisMonth));
    expect(await months(id)).toEqual([thisMonth]);
  });

  test('asks those who applied just before the group was put into the archive for nothing there, then from the month in which it is back', async () => {
    const before = Temporal.PlainYearMonth.from(thisMonth).subtract({ months: 2 }).toString();
    const monthly = { rhythm: 'monthly', amount: '40', day_of_month: 31, days_ahead: 0 } as const;
    await set({ ...monthly, first_month: before, days_after: 0, made_on: 'application' });
    const [id, waiting] = [await apply(), await apply()];
    await site.rows(
      'update fee_enrolments set joined_on = $2::date, next_on = $2::date where participant_id = any ($1)',
      [[id, waiting], `${before}-01`],
    );
    const archive = async (archived: boolean) => {
      const { version } = await staff.api.groups.get({ params: { id: group_id } });
      await staff.api.groups.setStatus({ params: { id: group_id }, body: { archived, version } });
    };
    await archive(true);
    await run(lastOf(thisMonth));
    await decide(id, 'approved');
    expect(await months(id)).toEqual([]);
    await archive(false);
    await run(lastOf(thisMonth));
    expect([await months(id), await months(waiting)]).toEqual([[thisMonth], [thisMonth]]);
  });

  test('goes on for those who keep the price of a group in the archive when they are moved out of it', async () => {
    await set({
      rhythm: 'monthly',
      amount: '40',
      first_month: thisMonth,
      day_of_month: 31,
      days_ahead: 0,
      days_after: 0,
    });
    const id = await apply();
    await decide(id, 'approved');
    await site.rows('update fee_enrolments set made_until = $2, next_on = $3 where participant_id = $1', [
      ...[id, Temporal.PlainYearMonth.from(thisMonth).subtract({ months: 1 }).toString(), `${thisMonth}-01`],
    ]);
    const { version } = await staff.api.groups.get({ params: { id: group_id } });
    await staff.api.groups.setStatus({ params: { id: group_id }, body: { archived: true, version } });
    await run(lastOf(thisMonth));
    expect(await months(id)).toEqual([]);
    const other = (await site.factories.group({ organization_id })).id;
    await staff.api.bulk_jobs.move({ body: { selection: { ids: [id] }, group_id: other } });
    await run(lastOf(thisMonth));
    expect(await months(id)).toEqual([thisMonth]);
  });

  test('waits for an organisation that is not active', async () => {
    await set({ made_on: 'application' });
    const id = await apply();
    await site.rows('update organizations set active = false where id = $1', [organization_id]);
    await makeDuePayments(site.pools.system);
    await site.rows('update organizations set active = true where id = $1', [organization_id]);
    expect(await paymentsOf(id)).toEqual([]);
    await makeDuePayments(site.pools.system);
    expect(await paymentsOf(id)).toHaveLength(3);
  });
});
