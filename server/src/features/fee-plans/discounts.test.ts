import { addDays } from '@vpisnik/contract/rules/dates';
import { localDay, type Slot } from '@vpisnik/contract/rules/schedule';
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
  group_id = (await group({ organization_id, name: { sl: 'Balet', en: 'Ballet' }, schedule: weekly(2) })).id;
  staff = site.as(await member({ organization_id }));
});

/** So many sessions a week. */
function weekly(count: number): Slot[] {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday'] as const;
  return days.slice(0, count).map((day) => ({ day, start_time: '17:00', duration: 60 }));
}

const plan = {
  ...{ rhythm: 'instalments' as const, kind: 'tuition' as const, amount: null, due_date: null },
  ...{ days_after: 8, day_of_month: 15, first_month: null, last_month: null, free_months: [] },
  instalments: [
    { due_date: inDays(30), amount: '85.00' },
    { due_date: inDays(60), amount: '85.00' },
    { due_date: inDays(90), amount: '85.01' },
  ],
  ...{ joining_fee: null, late_start: 'whole' as const, made_on: 'approved' as const, days_ahead: 14 },
};
const set = (more: { rhythm?: 'once'; amount?: string } = {}, id = group_id) =>
  staff.api.fee_plans.update({ params: { id }, body: { ...plan, ...more, version: 0 } });
const apply = async (more: object = {}) =>
  (await site.factories.participant({ organization_id, group_id, status: 'pending', ...more })).id;
const decide = (id: string, status: string, more: object = {}) =>
  staff.patch(`/participants/${id}/status`, { status, notify: false, ...more });
const paymentsOf = async (id: string) => {
  const { results } = await staff.api.payments.ofParticipant({ params: { id } });
  return results.map(({ amount, expiration_date, status, purpose }) => [
    amount,
    expiration_date,
    status,
    purpose,
  ]);
};

test('are lines of the payment, for the cheaper child and for members', async () => {
  const { formField, group, family } = site.factories;
  const field = await formField({ organization_id, type: 'checkbox' });
  const rules = {
    ...{
      family: { unit: 'percent' as const, value: '25' },
      family_sessions: [],
      member_field_id: field.id,
    },
    ...{ member_answer: 'true', member: { unit: 'amount' as const, value: '5.00' }, at_once: '10' },
  };
  expect(await staff.api.fee_rules.update({ body: { ...rules, version: 0 } })).toMatchObject({
    ...{ version: 1, at_once: '10.00', family: { value: '25.00' } },
  });
  await set();
  const dearer = (await group({ organization_id })).id;
  await set({ rhythm: 'once', amount: '900' }, dearer);
  const sister = await apply({ group_id: dearer, name: 'Eva Novak', status: 'approved' });
  const tick = {
    field_id: field.id,
    form_field_id: field.id,
    name: 'Član',
    type: 'checkbox',
    value: true,
    text: 'Da',
  };
  const id = await apply({ name: 'Ana Novak', answers: [{ ...tick, label: null, sensitive: false }] });
  await family({ organization_id, group_id, participant_ids: [sister, id] });
  const proposal = await staff.api.fee_plans.proposal({ params: { id } });
  expect(proposal).toMatchObject({ can_pay_at_once: true, total: '176.26' });
  expect(proposal.lines[0]).toMatchObject({
    ...{ gross: '85.00', amount: '58.75' },
    discounts: [
      { reason: 'family', amount: '21.25' },
      { reason: 'member', amount: '5.00' },
    ],
  });
  // who pays at once has one payment
  await decide(id, 'approved', { payments: 'at_once' });
  expect(await paymentsOf(id)).toEqual([['158.63', inDays(30), 'pending', 'Balet, vsi obroki']]);
  expect(await staff.patch('/fee-rules', { ...rules, version: 1, at_once: '100.01' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'at_once', code: 'above_hundred' }] },
  });
});

test("go by the weekly sessions of a family's places, the caller's and all others", async () => {
  await staff.api.fee_rules.update({
    body: {
      family: null,
      family_sessions: [
        { sessions: 3, percent: '20' },
        { sessions: 5, percent: '30' },
      ],
      ...{ member_field_id: null, member_answer: '', member: null, at_once: null, version: 0 },
    },
  });
  const { group, family, member } = site.factories;
  const [other, own] = [
    (await group({ organization_id, schedule: weekly(3) })).id,
    (await group({ organization_id, schedule: weekly(1) })).id,
  ];
  await set();
  await set({}, own);
  const ana = await apply({ name: 'Ana Kos' });
  const cene = await apply({ name: 'Cene Kos', status: 'waitlisted' });
  const bor = await apply({ name: 'Bor Kos', status: 'approved', group_id: other });
  const admin = site.as(await member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }));
  const amounts = async (caller = staff) => {
    const { lines } = await caller.api.fee_plans.proposal({ params: { id: ana } });
    return lines.map(({ amount }) => amount);
  };
  const [whole, fifth, third] = [
    ['85.00', '85.00', '85.01'],
    ['68.00', '68.00', '68.01'],
    ['59.50', '59.50', '59.51'],
  ];
  expect(await amounts()).toEqual(whole);
  // two and three sessions; who waits has none
  await family({ organization_id, group_id, participant_ids: [ana, bor, cene] });
  expect(await amounts()).toEqual(third);
  expect(await amounts(admin)).toEqual(third);
  const end = (day: string | null, archived_at: string | null) =>
    site.rows(
      'update groups set end_date = $2, archived_at = $3::timestamptz, active = $3::timestamptz is null where id = $1',
      [...[other, day, archived_at]],
    );
  await end(today, null);
  expect(await amounts()).toEqual(third);
  for (const [day, archived_at] of [
    [inDays(-1), null],
    [null, `${today}T00:00Z`],
  ] as const) {
    await end(day, archived_at);
    expect(await amounts()).toEqual(whole);
  }
  // approved together they have two each
  const selection = { ids: [ana, cene] };
  const act = { kind: 'status' as const, status: 'approved' as const };
  const { fees } = await staff.api.bulk_jobs.preview({ body: { selection, act } });
  expect(fees).toMatchObject({ count: 6, amount: '408.02' });
  await staff.api.bulk_jobs.status({
    body: { selection, status: 'approved', notify: false, payments: 'plan' },
  });
  for (const id of [ana, cene]) expect((await paymentsOf(id)).map(([amount]) => amount)).toEqual(fifth);
  // the same child in one more group: two, two and one
  const again = await apply({ name: 'Ana Kos', group_id: own });
  await staff.post(`/participants/${ana}/family`, { participant_ids: [again] });
  await decide(again, 'approved');
  expect((await paymentsOf(again)).map(([amount]) => amount)).toEqual(third);
});
