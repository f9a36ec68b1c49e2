import { addDays } from '@vpisnik/contract/rules/dates';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
const inDays = (count: number) => addDays(today, count);

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id })).id;
  staff = site.as(await member({ organization_id }));
});

const setPlan = (amount = '85.00', version = 0, id = group_id) =>
  staff.api.fee_plans.update({
    params: { id },
    body: {
      ...{ rhythm: 'instalments', kind: 'tuition', amount: null, due_date: null, days_after: 8 },
      ...{ day_of_month: 15, first_month: null, last_month: null, free_months: [] },
      instalments: [30, 60].map((days) => ({ due_date: inDays(days), amount })),
      ...{ joining_fee: null, late_start: 'whole', made_on: 'approved', days_ahead: 14, version },
    },
  });
const apply = async () =>
  (await site.factories.participant({ organization_id, group_id, status: 'pending' })).id;
const decide = (id: string, status: string, more: object = {}, as = staff) =>
  as.patch<{ version: number }>(`/participants/${id}/status`, { status, notify: false, ...more });
const listOf = async (id: string) => (await staff.api.payments.ofParticipant({ params: { id } })).results;
const paymentsOf = async (id: string) => (await listOf(id)).map(({ amount, status }) => [amount, status]);
const change = (id: string, body: object) => staff.patch<{ version: number }>(`/payments/${id}`, body);
const changesOf = (id = group_id) => staff.api.fee_plans.changes({ params: { id } });
const two = (status: string) => [
  ['85.00', status],
  ['85.00', status],
];

test("those who moved pay by the new group's plan, whoever's scope the old one is in; what it asks no more is offered", async () => {
  const other = (await site.factories.group({ organization_id })).id;
  await setPlan();
  await setPlan('90.00', 0, other);
  const [ana, eva] = [await apply(), await apply()];
  for (const id of [ana, eva]) await decide(id, 'approved');
  await decide(eva, 'inactive');
  await site.rows('update participants set group_id = $2 where id = any($1)', [[ana, eva], other]);
  const { factories } = site;
  const admin = site.as(await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [other] }));
  expect((await decide(eva, 'approved', {}, admin)).status).toBe(200);
  expect(await admin.post(`/groups/${other}/fee-plan/people`, { expected_count: 1 })).toMatchObject({
    body: { people: 1, payments: 2 },
  });
  expect(await admin.post(`/participants/${ana}/fee-payments`, {})).toMatchObject({ body: { payments: 0 } });
  expect(await changesOf(other)).toMatchObject({
    total: 2,
    results: [
      { participant_id: ana, amount: '85.00', to: null },
      { participant_id: ana, amount: '85.00', to: null },
    ],
  });
  await admin.post(`/groups/${other}/fee-plan/changes`, { expected_count: 2 });
  expect(
    (await listOf(ana)).map(({ amount, status, status_reason }) => [amount, status, status_reason]),
  ).toEqual([
    ['85.00', 'cancelled', 'Načrt plačil ga ne predvideva več'],
    ['90.00', 'pending', ''],
    ['85.00', 'cancelled', 'Načrt plačil ga ne predvideva več'],
    ['90.00', 'pending', ''],
  ]);
});

test('the rest of a payment comes back with those who come back', async () => {
  await setPlan();
  const id = await apply();
  await decide(id, 'approved');
  const [first] = await listOf(id);
  await staff.post(`/payments/${first?.id}/part`, { amount: '30.00', method: 'cash', version: 1 });
  const before = await paymentsOf(id);
  await decide(id, 'rejected');
  expect((await paymentsOf(id)).filter(([, status]) => status === 'cancelled')).toHaveLength(2);
  await decide(id, 'approved');
  expect(await paymentsOf(id)).toEqual(before);
  expect(before).toContainEqual(['55.00', 'pending']);
});

test('those who see no payments decide by the plan alone', async () => {
  await setPlan();
  const [one, other] = [await apply(), await apply()];
  const editor = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER', groups: [group_id] }),
  );
  for (const payments of ['none', 'at_once'])
    expect(await decide(one, 'approved', { payments }, editor)).toMatchObject({
      status: 403,
      body: { code: 'field_not_allowed', errors: [{ path: 'payments' }] },
    });
  expect((await decide(other, 'approved', {}, editor)).status).toBe(200);
  expect([await paymentsOf(one), await paymentsOf(other)]).toEqual([[], two('pending')]);
});

test('a change of the plan leaves alone what was agreed upon, came by a merge or is in another currency', async () => {
  await setPlan();
  const ids = [await apply(), await apply(), await apply()];
  for (const id of ids) await decide(id, 'approved');
  const [agreed, merged, foreign] = await Promise.all(ids.map(async (id) => (await listOf(id))[0]?.id ?? ''));
  await change(agreed ?? '', { version: 1, amount: '40.00' });
  await site.rows(`update payments set period = period || '+' || id where id = $1`, [merged]);
  await site.rows(`update payments set currency = 'CHF' where id = $1`, [foreign]);
  await setPlan('90.00', 1);
  expect((await changesOf()).results.map(({ amount, to }) => [amount, to?.amount])).toEqual(
    ids.map(() => ['85.00', '90.00']),
  );
  await staff.api.fee_plans.applyChanges({ params: { id: group_id }, body: { expected_count: 3 } });
  expect((await listOf(ids[0] ?? '')).map(({ amount }) => amount)).toEqual(['40.00', '90.00']);
});

test("what is asked anew of those who come back is in the organisation's currency", async () => {
  await setPlan();
  const id = await apply();
  await decide(id, 'approved');
  await decide(id, 'rejected');
  await site.rows(`update organizations set currency = 'CHF' where id = $1`, [organization_id]);
  await setPlan('90.00', 1);
  await decide(id, 'approved');
  expect((await listOf(id)).map(({ amount, currency, status }) => [amount, currency, status])).toEqual([
    ['90.00', 'CHF', 'pending'],
    ['90.00', 'CHF', 'pending'],
  ]);
});

test('leaving a place keeps what is past its day, and undoing it what was decided about a payment meanwhile', async () => {
  await setPlan();
  const id = await apply();
  await decide(id, 'approved');
  const [first] = await listOf(id);
  const late = await site.factories.payment({
    ...{ organization_id, participant_id: id, amount: '12.00', expiration_date: inDays(-1) },
  });
  const { body } = await decide(id, 'inactive');
  const reason = async () => (await listOf(id)).map(({ status, status_reason }) => [status, status_reason]);
  expect(await reason()).toEqual([
    ['pending', ''],
    ['cancelled', 'Udeleženec nima več mesta'],
    ['cancelled', 'Udeleženec nima več mesta'],
  ]);
  await change(first?.id ?? '', { version: 2, status: 'pending' });
  await change(first?.id ?? '', { version: 3, status: 'cancelled', status_reason: 'Odpisano' });
  await staff.api.participants.undoStatus({ params: { id }, body: { version: body.version } });
  expect(await reason()).toEqual([
    ['pending', ''],
    ['cancelled', 'Odpisano'],
    ['pending', ''],
  ]);
  expect(late.id).toBe((await listOf(id))[0]?.id);
});

test('a payment that was paid in part and corrected comes back as its parts, not whole beside its rest', async () => {
  await setPlan();
  const id = await apply();
  await decide(id, 'approved');
  const [first] = await listOf(id);
  const { body } = await staff.post<{ version: number }>(`/payments/${first?.id}/part`, {
    ...{ amount: '30.00', method: 'cash', version: 1 },
  });
  await change(first?.id ?? '', { version: body.version, status: 'pending', status_reason: 'Pomota' });
  const open = async () =>
    (await listOf(id)).filter(({ status }) => status === 'pending').map(({ amount }) => amount);
  expect((await open()).toSorted()).toEqual(['30.00', '55.00', '85.00']);
  await decide(id, 'rejected');
  expect(await open()).toEqual([]);
  await decide(id, 'approved');
  expect((await open()).toSorted()).toEqual(['30.00', '55.00', '85.00']);
  // the whole of a rest is not deleted, the rest may be
  expect((await staff.delete(`/payments/${first?.id}`)).body.code).toBe('payment_not_deletable');
});

test('undoing an approval keeps the rest of what was paid meanwhile, for the next one', async () => {
  await setPlan();
  const id = await apply();
  const { body } = await decide(id, 'approved');
  const [first] = await listOf(id);
  await staff.post(`/payments/${first?.id}/part`, { amount: '30.00', method: 'cash', version: 1 });
  await staff.api.participants.undoStatus({ params: { id }, body: { version: body.version } });
  expect((await paymentsOf(id)).toSorted()).toEqual([
    ['30.00', 'completed'],
    ['55.00', 'cancelled'],
  ]);
  await decide(id, 'approved');
  expect((await paymentsOf(id)).toSorted()).toEqual([
    ['30.00', 'completed'],
    ['55.00', 'pending'],
    ['85.00', 'pending'],
  ]);
});

test('a rest that came by a merge comes back with those who come back', async () => {
  await setPlan();
  const [kept, other] = [await apply(), await apply()];
  await decide(other, 'approved');
  const [first] = await listOf(other);
  await staff.post(`/payments/${first?.id}/part`, { amount: '30.00', method: 'cash', version: 1 });
  const versions = await site.rows<{ id: string; version: number }>(
    'select id, version from participants where id = any($1)',
    [[kept, other]],
  );
  const versionOf = (id: string) => versions.find((one) => one.id === id)?.version ?? 1;
  const sent = { other_id: other, version: versionOf(kept), other_version: versionOf(other) };
  expect((await staff.post(`/participants/${kept}/merge`, sent)).status).toBe(200);
  for (const status of ['approved', 'rejected', 'approved']) await decide(kept, status);
  expect((await paymentsOf(kept)).toSorted()).toEqual([
    ['30.00', 'completed'],
    ['55.00', 'pending'],
    ['85.00', 'pending'],
  ]);
});
