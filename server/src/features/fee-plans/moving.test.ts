import { addDays } from '@vpisnik/contract/rules/dates';
import { addMonths, dayInMonth } from '@vpisnik/contract/rules/fee-plan';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { makeDuePayments } from './daily.ts';

let site: TestApp;
let organization_id: string;
let former: string;
let next: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
const month = (later: number) => addMonths(today.slice(0, 7), later);

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  former = (await group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  next = (await group({ organization_id, name: { sl: 'Jazz', en: 'Jazz' } })).id;
  staff = site.as(await member({ organization_id }));
});

const setPlan = (id: string, more: object) =>
  staff.patch(`/groups/${id}/fee-plan`, {
    ...{ kind: 'tuition', amount: null, due_date: null, days_after: 0, day_of_month: 15, first_month: null },
    ...{ last_month: null, free_months: [], instalments: [], joining_fee: null, late_start: 'whole' },
    ...{ made_on: 'approved', days_ahead: 60, version: 0, ...more },
  });
const inInstalments = (id: string, amount: string) =>
  setPlan(id, {
    rhythm: 'instalments',
    instalments: [30, 60].map((days) => ({ due_date: addDays(today, days), amount })),
  });
const monthly = (id: string, amount: string, more: object = {}) =>
  setPlan(id, { rhythm: 'monthly', amount, first_month: month(0), ...more });
const approved = async () => {
  const { id } = await site.factories.participant({ organization_id, group_id: former, status: 'pending' });
  await staff.patch(`/participants/${id}/status`, { status: 'approved', notify: false });
  return id;
};
const move = async (id: string, group_id: string, price?: string) => {
  const { version } = await staff.api.participants.get({ params: { id } });
  return staff.patch(`/participants/${id}`, { group_id, version, ...(price && { fees: price }) });
};
const proposed = (id: string, group_id: string) =>
  staff.post<{ fees: unknown }>(`/participants/${id}/fee-move`, { group_id });
const listOf = async (id: string) => {
  const { results } = await staff.api.payments.ofParticipant({ params: { id } });
  return results.map(({ amount, status, purpose }) => `${amount} ${status} ${purpose.split(',')[0]}`).sort();
};
const planOf = async (id: string, as = staff) => {
  const { enrolled, kept, without } = await as.api.fee_plans.get({ params: { id } });
  return { enrolled, kept, without };
};
const two = (text: string) => [text, text];

test('those who keep their price go on with the plan of the former group, under the name of the new one', async () => {
  await monthly(former, '40', { days_ahead: 0, day_of_month: 31 });
  await monthly(next, '60');
  const id = await approved();
  expect((await move(id, next)).status).toBe(200);
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(1), 31)}T12:00:00Z`));
  // of the second month at least
  expect((await listOf(id)).at(-1)).toBe('40.00 pending Jazz');
  expect((await listOf(id)).some((text) => text.startsWith('60'))).toBe(false);
  const { factories } = site;
  const admin = site.as(await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [next] }));
  for (const caller of [staff, admin])
    expect(await planOf(next, caller)).toEqual({ enrolled: 0, kept: 1, without: 0 });
  expect((await admin.get<{ results: object[] }>(`/participants/${id}/payments`)).body.results).toHaveLength(
    (await listOf(id)).length,
  );
  // taken later by hand
  await admin.post(`/participants/${id}/fee-payments`, {});
  expect(await planOf(next)).toEqual({ enrolled: 1, kept: 0, without: 0 });
});

test('those who take the new price owe what was shown before, and nothing of the former plan that is not late', async () => {
  await inInstalments(former, '85');
  await inInstalments(next, '90');
  const id = await approved();
  const agreed = await site.rows<{ id: string }>(
    `update payments set amount = 80, gross = 85 where participant_id = $1
       and expiration_date = $2 returning id`,
    [id, addDays(today, 60)],
  );
  expect(agreed).toHaveLength(1);
  expect((await proposed(id, next)).body).toEqual({
    fees: {
      ...{ currency: 'EUR', keeps: 1, later: false },
      ...{ makes: { count: 2, total: '100.00' }, cancels: { count: 1, total: '85.00' } },
      // what was agreed upon stays owed for the time to come, so it is not asked for once more
      credit: { total: '80.00', left: '0.00' },
    },
  });
  // nothing of it stays
  expect(await listOf(id)).toEqual(['80.00 pending Balet', '85.00 pending Balet']);
  await move(id, next, 'take');
  expect(await listOf(id)).toEqual([
    '10.00 pending Jazz',
    '80.00 pending Balet',
    '85.00 cancelled Balet',
    '90.00 pending Jazz',
  ]);
  expect(await planOf(next)).toEqual({ enrolled: 1, kept: 0, without: 0 });
  // and back again: what was cancelled is owed anew
  await move(id, former, 'take');
  expect((await listOf(id)).filter((text) => text.includes('pending'))).toEqual([
    '80.00 pending Balet',
    '85.00 pending Balet',
  ]);
});

test('a month that the former plan still asks for, or was paid by it, is not asked for twice; nor is a joining fee', async () => {
  await monthly(former, '40');
  await monthly(next, '60', { joining_fee: '20' });
  const id = await approved();
  await site.rows(
    `update payments set status = 'completed', method = 'cash', payment_date = $2 where participant_id = $1 and period = $3`,
    [id, today, month(0)],
  );
  await move(id, next, 'take');
  const rows = await site.rows<{ period: string; amount: string }>(
    `select period, amount::text from payments where participant_id = $1 and status in ('pending', 'completed')
     order by period`,
    [id],
  );
  expect(rows.slice(0, 2)).toEqual([
    { period: month(0), amount: '40.00' },
    { period: month(1), amount: '60.00' },
  ]);
  expect(new Set(rows.map(({ period }) => period)).size).toBe(rows.length);
});

test('months before one that was paid in advance are asked for by the new plan, and that one not by the worker either', async () => {
  await monthly(former, '40', { first_month: month(1), last_month: month(4) });
  await monthly(next, '60', { first_month: month(1), last_month: month(4), days_ahead: 30 });
  const id = await approved();
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(3), 28)}T12:00:00Z`));
  const of = (later: number) => [id, month(later)];
  await site.rows(
    `update payments set status = 'completed', method = 'cash', payment_date = $3
     where participant_id = $1 and period = $2`,
    [...of(3), today],
  );
  await site.rows(`update payments set amount = 35 where participant_id = $1 and period = $2`, of(4));
  await move(id, next, 'take');
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(4), 28)}T12:00:00Z`));
  expect(
    await site.rows(
      `select period, amount::text, status from payments where participant_id = $1 and status <> 'cancelled'
       order by period`,
      [id],
    ),
  ).toEqual([
    { period: month(1), amount: '60.00', status: 'pending' },
    { period: month(2), amount: '60.00', status: 'pending' },
    { period: month(3), amount: '40.00', status: 'completed' },
    { period: month(4), amount: '35.00', status: 'pending' },
  ]);
});

test('months of a season that was paid at once are asked for by no other plan', async () => {
  await monthly(former, '40', { last_month: month(3) });
  await monthly(next, '60', { first_month: month(1), last_month: month(4), joining_fee: '20' });
  const { id } = await site.factories.participant({ organization_id, group_id: former, status: 'approved' });
  expect((await staff.post(`/participants/${id}/fee-payments`, { at_once: true })).status).toBe(200);
  await site.rows(
    `update payments set status = 'completed', method = 'cash', payment_date = $2 where participant_id = $1`,
    [id, today],
  );
  await move(id, next, 'take');
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(4), 28)}T12:00:00Z`));
  expect(
    await site.rows('select period, amount::text from payments where participant_id = $1 order by period', [
      id,
    ]),
  ).toEqual([
    { period: month(4), amount: '60.00' },
    { period: 'all', amount: '160.00' },
  ]);
});

test('a group by whose price people still pay who have moved is not deleted, until they pay another one', async () => {
  await monthly(former, '40');
  await monthly(next, '60');
  const id = await approved();
  await move(id, next);
  expect(await staff.delete(`/groups/${former}`)).toMatchObject({ status: 409, body: { code: 'in_use' } });
  await staff.post(`/participants/${id}/fee-payments`, {});
  expect((await staff.delete(`/groups/${former}`)).status).toBe(204);
});

test('without a plan in the new group the price that is taken is none; without any plan nothing is asked', async () => {
  await inInstalments(former, '85');
  const id = await approved();
  expect((await proposed(id, next)).body).toMatchObject({
    fees: { keeps: 1, makes: { count: 0 }, cancels: { count: 2, total: '170.00' } },
  });
  await move(id, next, 'take');
  expect(await listOf(id)).toEqual(two('85.00 cancelled Balet'));
  const third = await site.factories.group({ organization_id });
  expect((await proposed(id, third.id)).body).toEqual({ fees: null });
  expect((await proposed(id, next)).body).toEqual({ fees: null });
  expect((await proposed(id, crypto.randomUUID())).status).toBe(422);
});

test('many who move are counted before, and taken back with all that it did', async () => {
  await inInstalments(former, '85');
  await inInstalments(next, '90');
  const ids = [await approved(), await approved()];
  const selection = { ids };
  const act = { group_id: next, fees: 'take' } as const;
  expect(
    await staff.api.bulk_jobs.preview({ body: { selection, act: { kind: 'move', ...act } } }),
  ).toMatchObject({
    change_count: 2,
    move_fees: {
      ...{ keeps: 2, later: false },
      ...{ makes: { count: 4, total: '360.00' }, cancels: { count: 4, total: '340.00' } },
    },
  });
  const job = await staff.api.bulk_jobs.move({ body: { selection, ...act } });
  const [one = ''] = ids;
  expect(await listOf(one)).toEqual([...two('85.00 cancelled Balet'), ...two('90.00 pending Jazz')]);
  await staff.api.bulk_jobs.undo({ params: { id: job.id } });
  for (const id of ids) expect(await listOf(id)).toEqual(two('85.00 pending Balet'));
  expect(await planOf(former)).toEqual({ enrolled: 2, kept: 0, without: 0 });
  expect((await staff.api.bulk_jobs.get({ params: { id: job.id } })).undone_count).toBe(2);
});

test('a move whose payments were paid, in part or all, or made since, is not taken back, so nothing is asked twice', async () => {
  await inInstalments(former, '85');
  await inInstalments(next, '90');
  const ids = [await approved(), await approved(), await approved()];
  const [part = '', whole = '', back = ''] = ids;
  const job = await staff.api.bulk_jobs.move({
    body: { selection: { ids }, group_id: next, fees: 'take' },
  });
  const made = async (id: string) => {
    const { results } = await staff.api.payments.ofParticipant({ params: { id } });
    return results.find(({ amount }) => amount === '90.00') ?? { id: '', version: 0 };
  };
  const paid = { payment_date: today, method: 'cash' };
  const one = await made(part);
  expect(
    (await staff.post(`/payments/${one.id}/part`, { ...paid, amount: '30', version: one.version })).status,
  ).toBe(200);
  const other = await made(whole);
  const complete = { ...paid, status: 'completed', version: other.version };
  expect((await staff.patch(`/payments/${other.id}`, complete)).status).toBe(200);
  const { body } = await staff.post<object>(`/bulk-jobs/${job.id}/undo`, {});
  expect(body).toMatchObject({ undone_count: 1 });
  expect(await listOf(part)).toEqual([
    '30.00 completed Jazz',
    '60.00 pending Jazz',
    ...two('85.00 cancelled Balet'),
    '90.00 pending Jazz',
  ]);
  expect(await listOf(whole)).toEqual([
    ...two('85.00 cancelled Balet'),
    '90.00 completed Jazz',
    '90.00 pending Jazz',
  ]);
  expect(await listOf(back)).toEqual(two('85.00 pending Balet'));
  expect(await planOf(next)).toEqual({ enrolled: 2, kept: 0, without: 0 });
  const reasons = await site.rows<{ reason: string }>(
    'select reason from bulk_job_rows where organization_id = $1 and reason is not null',
    [organization_id],
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(two('payment_changed'));
});

test('who is added as approved owes what was shown before, or nothing', async () => {
  await inInstalments(former, '85');
  const body = {
    group_id: former,
    name: 'Eva Kos',
    email: 'eva@example.com',
    status: 'approved',
    language: 'sl',
  };
  const shown = () => staff.post('/participants/fee-proposal', body);
  expect((await shown()).body).toMatchObject({ now_count: 2, now_total: '170.00', can_pay_at_once: false });
  expect(await site.rows('select from participants where organization_id = $1', [organization_id])).toEqual(
    [],
  );
  const { body: without } = await staff.post<{ id: string }>('/participants', { ...body, notify: false });
  expect(await listOf(without.id)).toEqual([]);
  const another = { ...body, name: 'Ana Kos', notify: false, payments: 'plan' };
  const { body: added } = await staff.post<{ id: string }>('/participants', another);
  expect(await listOf(added.id)).toEqual(two('85.00 pending Balet'));
  // the same person twice is refused as when they are added
  expect((await shown()).status).toBe(409);
});

/** A season of ten months around today, of which two are over. */
const inSeason = (id: string) =>
  site.rows('update groups set start_date = $2, end_date = $3 where id = $1', [
    id,
    `${month(-2)}-01`,
    dayInMonth(month(7), 31),
  ]);
const since = (id: string) =>
  site.rows('update payments set created_at = $2 where participant_id = $1', [
    id,
    `${month(-2)}-05T10:00:00Z`,
  ]);
const payAll = (id: string) =>
  site.rows(
    `update payments set status = 'completed', method = 'cash', payment_date = $2 where participant_id = $1`,
    [id, today],
  );

test('what was paid in advance in instalments is taken off the new price, also of months that the worker makes', async () => {
  await inSeason(former);
  await inInstalments(former, '85');
  await monthly(next, '50', { days_ahead: 0, last_month: month(7), joining_fee: '20' });
  const id = await approved();
  await since(id);
  await payAll(id);
  // eight of ten months of 170 are ahead
  const { body } = await proposed(id, next);
  expect(body).toMatchObject({ fees: { cancels: { count: 0 }, later: true, credit: { total: '136.00' } } });
  await move(id, next, 'take');
  const made = () =>
    site.rows<{ period: string; amount: string; off: string | null }>(
      `select period, amount::text, (select one ->> 'amount' from jsonb_array_elements(discounts) one
         where one ->> 'reason' = 'paid_before') as off
       from payments where participant_id = $1 and status = 'pending' order by period`,
      [id],
    );
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(7), 28)}T12:00:00Z`));
  const all = await made();
  // each of the eight months takes what was paid for it
  expect(all.filter(({ period }) => period !== 'joining')).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((later) => ({ period: month(later), amount: '33.00', off: '17.00' })),
  );
  expect(all.find(({ period }) => period === 'joining')).toMatchObject({ amount: '20.00', off: null });
  // another price leaves what was paid taken off, once
  const plan = await staff.api.fee_plans.get({ params: { id: next } });
  await monthly(next, '60', {
    days_ahead: 0,
    last_month: month(7),
    joining_fee: '20',
    version: plan.version,
  });
  const { results } = await staff.api.fee_plans.changes({ params: { id: next } });
  expect(new Set(results.map(({ amount, to }) => `${amount} ${to?.amount}`))).toEqual(
    new Set(['33.00 43.00']),
  );
});

test('what is more than the new price asks for is told, and a move that is taken back leaves nothing of it', async () => {
  await inSeason(former);
  await inInstalments(former, '85');
  await inInstalments(next, '30');
  const id = await approved();
  await since(id);
  await payAll(id);
  expect((await proposed(id, next)).body).toMatchObject({
    fees: { makes: { count: 0, total: '0.00' }, credit: { total: '136.00', left: '76.00' } },
  });
  const credit = async () =>
    (
      await site.rows<{ credit: string }>(
        'select credit::text from fee_enrolments where participant_id = $1',
        [id],
      )
    )[0]?.credit;
  const job = await staff.api.bulk_jobs.move({
    body: { selection: { ids: [id] }, group_id: next, fees: 'take' },
  });
  expect(await credit()).toBe('76.00');
  await staff.api.bulk_jobs.undo({ params: { id: job.id } });
  expect(await credit()).toBe('0.00');
  // a price that is kept is none of another group once that is taken back
  const kept = await staff.api.bulk_jobs.move({ body: { selection: { ids: [id] }, group_id: next } });
  expect(await planOf(next)).toMatchObject({ kept: 1 });
  await staff.api.bulk_jobs.undo({ params: { id: kept.id } });
  expect(await site.rows('select kept from fee_enrolments where participant_id = $1', [id])).toEqual([
    { kept: false },
  ]);
});

const pay = (id: string, periods: string[]) =>
  site.rows(
    `update payments set status = 'completed', method = 'cash', payment_date = $2
     where participant_id = $1 and period = any ($3)`,
    [id, today, periods],
  );
const once = (id: string, amount: string, version = 0) =>
  setPlan(id, { rhythm: 'once', amount, due_date: addDays(today, 40), version });
const decide = (id: string, status: string) =>
  staff.patch(`/participants/${id}/status`, { status, notify: false });
const open = async (id: string) => (await listOf(id)).filter((text) => text.includes('pending'));

test('what was paid is taken off by whatever way somebody comes to another plan', async () => {
  await inInstalments(former, '100');
  await once(next, '240');
  const [moved, kept, added] = [await approved(), await approved(), await approved()];
  for (const id of [moved, kept, added]) await pay(id, ['1', '2']);
  await move(moved, next, 'take');
  // who leaves and comes back
  await decide(moved, 'inactive');
  const { body: back } = await staff.get(`/participants/${moved}/fee-proposal`);
  expect(back).toMatchObject({ now_count: 1, now_total: '40.00' });
  await decide(moved, 'approved');
  // a former price that is given up by hand, of one and of all
  await move(kept, next);
  const { body: shown } = await staff.get(`/participants/${kept}/fee-proposal?by_hand=true`);
  expect(shown).toMatchObject({ now_count: 1, now_total: '40.00' });
  await staff.post(`/participants/${kept}/fee-payments`, {});
  await site.rows('update participants set group_id = $2 where id = $1', [added, next]);
  expect(await staff.post(`/groups/${next}/fee-plan/people`, { expected_count: 1 })).toMatchObject({
    body: { payments: 1, total: '40.00' },
  });
  for (const id of [moved, kept, added]) expect(await open(id)).toEqual(['40.00 pending Jazz']);
});

test('what was paid is taken off what is made, not off what was paid already: there and back again', async () => {
  await inInstalments(former, '100');
  await once(next, '240');
  const id = await approved();
  await pay(id, ['1']);
  await move(id, next, 'take');
  expect(await open(id)).toEqual(['140.00 pending Jazz']);
  await pay(id, ['once']);
  expect((await proposed(id, former)).body).toMatchObject({
    fees: { makes: { count: 0 }, credit: { total: '140.00', left: '40.00' } },
  });
  await move(id, former, 'take');
  expect(await open(id)).toEqual([]);
});

test('months that were paid in advance, one by one or at once, are taken off a price that is not monthly', async () => {
  await monthly(former, '40', { last_month: month(3) });
  await inInstalments(next, '90');
  const [whole, single] = await Promise.all(
    ['approved', 'approved'].map(async (status) => {
      const { id } = await site.factories.participant({ organization_id, group_id: former, status });
      return id;
    }),
  );
  await staff.post(`/participants/${whole}/fee-payments`, { at_once: true });
  await staff.post(`/participants/${single}/fee-payments`, {});
  await pay(whole ?? '', ['all']);
  await pay(single ?? '', [month(0), month(1)]);
  // by what was paid, whatever the former group asks for by now
  await setPlan(former, { rhythm: 'none', version: 1 });
  for (const id of [whole, single]) await move(id ?? '', next, 'take');
  expect(await open(single ?? '')).toEqual(['10.00 pending Jazz', '90.00 pending Jazz']);
  // without its months nobody knows how long that was for: it was due later
  const sums = await open(whole ?? '');
  expect(sums).toEqual(['20.00 pending Jazz']);
});

test('months that were paid by a former price are not asked for by hand either', async () => {
  for (const [id, amount] of [
    [former, '40'],
    [next, '60'],
  ] as const)
    await monthly(id, amount, { last_month: month(1) });
  const id = await approved();
  await pay(id, [month(0), month(1)]);
  await move(id, next);
  const { body } = await staff.get(`/participants/${id}/fee-proposal?by_hand=true`);
  expect(body).toMatchObject({ lines: [], total: '0.00' });
  expect(await staff.post(`/participants/${id}/fee-payments`, {})).toMatchObject({ body: { payments: 0 } });
});

test('the same money is worth the same by way of a third group', async () => {
  for (const id of [former, next]) await inSeason(id);
  const third = (await site.factories.group({ organization_id })).id;
  await inInstalments(former, '100');
  for (const id of [next, third]) await once(id, '240');
  const [direct, round] = [await approved(), await approved()];
  for (const id of [direct, round]) {
    await since(id);
    await pay(id, ['1']);
  }
  await move(round, next, 'take');
  for (const id of [direct, round]) await move(id, third, 'take');
  // 100 were paid, of 200 two of ten months are over
  const totals = await site.rows<{ amount: string }>(
    `select amount::text from payments where participant_id = any ($1) and status = 'pending'`,
    [[direct, round]],
  );
  expect(totals.map(({ amount }) => amount)).toEqual(two('180.00'));
});

test('what was paid goes on to a third group where nobody knows how long the season lasts', async () => {
  const third = (await site.factories.group({ organization_id })).id;
  await inInstalments(former, '100');
  await once(next, '240');
  await once(third, '300');
  const id = await approved();
  await pay(id, ['1']);
  await move(id, next, 'take');
  expect(await open(id)).toEqual(['140.00 pending Jazz']);
  await pay(id, ['once']);
  await move(id, third, 'take');
  expect((await open(id)).map((text) => text.split(' ')[0])).toEqual(['60.00']);
});

test('the rest of what was paid in part stays owed after a move, and the new price is asked for without both', async () => {
  await once(former, '100');
  await once(next, '130');
  const id = await approved();
  const [first] = (await staff.api.payments.ofParticipant({ params: { id } })).results;
  const paid = { amount: '30', method: 'cash', version: first?.version };
  expect((await staff.post(`/payments/${first?.id}/part`, paid)).status).toBe(200);
  await move(id, next, 'take');
  expect(await open(id)).toEqual(['30.00 pending Jazz', '70.00 pending Balet']);
  // there and back: nothing of it is asked for anew
  await pay(id, ['once']);
  await move(id, former, 'take');
  expect(await open(id)).toEqual([]);
});

test('a price that is lowered and raised again leaves what was paid taken off once', async () => {
  await inInstalments(former, '100');
  await once(next, '240');
  const id = await approved();
  await pay(id, ['1', '2']);
  await move(id, next, 'take');
  const changes = () => staff.api.fee_plans.changes({ params: { id: next } });
  await once(next, '150', 1);
  expect((await changes()).results).toMatchObject([{ amount: '40.00', to: null }]);
  await staff.post(`/groups/${next}/fee-plan/changes`, { expected_count: 1 });
  expect(await planOf(next)).toMatchObject({ enrolled: 1, without: 0 });
  await once(next, '300', 2);
  expect(await planOf(next)).toMatchObject({ enrolled: 0, without: 1 });
  await staff.post(`/groups/${next}/fee-plan/people`, { expected_count: 1 });
  expect(await open(id)).toEqual(['100.00 pending Jazz']);
});

test('another rhythm asks for the season when staff make it, without what was paid by the one before', async () => {
  await once(former, '240');
  const [id, paid] = [await approved(), await approved()];
  await pay(paid, ['once']);
  const { version } = await staff.api.fee_plans.get({ params: { id: former } });
  await setPlan(former, {
    rhythm: 'instalments',
    instalments: [30, 60].map((days) => ({ due_date: addDays(today, days), amount: '120' })),
    version,
  });
  await staff.post(`/groups/${former}/fee-plan/changes`, { expected_count: 1 });
  expect(await open(id)).toEqual([]);
  expect(await planOf(former)).toMatchObject({ enrolled: 1, without: 1 });
  // nobody makes unseen what the tab offers
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(1), 28)}T12:00:00Z`));
  expect(await open(id)).toEqual([]);
  const { body } = await staff.get(`/participants/${id}/fee-proposal?by_hand=true`);
  expect(body).toMatchObject({ now_count: 2, total: '240.00' });
  await staff.post(`/participants/${id}/fee-payments`, {});
  expect(await open(id)).toEqual(two('120.00 pending Balet'));
  expect(await planOf(former)).toMatchObject({ enrolled: 2, without: 0 });
  expect(await listOf(paid)).toEqual(['240.00 completed Balet']);
});

test('months that take the place of another rhythm are made once by staff, and go on by themselves', async () => {
  await once(former, '240');
  const id = await approved();
  const months = (version: number, days_ahead: number) =>
    monthly(former, '30', { last_month: month(3), days_ahead, version });
  await months(1, 0);
  await staff.post(`/groups/${former}/fee-plan/changes`, { expected_count: 1 });
  expect(await planOf(former)).toMatchObject({ enrolled: 0, without: 1 });
  await staff.post(`/groups/${former}/fee-plan/people`, { expected_count: 1 });
  await months(2, 1);
  expect(await planOf(former)).toMatchObject({ enrolled: 1, without: 0 });
  await makeDuePayments(site.pools.system, new Date(`${dayInMonth(month(3), 28)}T12:00:00Z`));
  expect(await open(id)).toEqual(Array(4).fill('30.00 pending Balet'));
});

test('what was refunded is taken off no more; what was paid for a group that was deleted since still is', async () => {
  await inInstalments(former, '100');
  await once(next, '50');
  const third = (await site.factories.group({ organization_id })).id;
  await once(third, '240');
  const [whole, refunded] = [await approved(), await approved()];
  for (const id of [whole, refunded]) {
    await pay(id, ['1', '2']);
    expect((await proposed(id, next)).body).toMatchObject({
      fees: { credit: { total: '200.00', left: '150.00' } },
    });
    await move(id, next, 'take');
  }
  await site.rows(`update payments set status = 'refunded' where participant_id = $1 and period = '2'`, [
    refunded,
  ]);
  expect((await staff.delete(`/groups/${former}`)).status).toBe(204);
  for (const id of [whole, refunded]) await move(id, third, 'take');
  expect([await open(whole), await open(refunded)].flat().map((text) => text.split(' ')[0])).toEqual([
    '40.00',
    '140.00',
  ]);
});
