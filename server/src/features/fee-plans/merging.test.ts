/** What an application that is merged into another one of its group pays by the plan then, and once that is undone. */
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { makeDuePayments } from './daily.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const thisMonth = localDay(new Date(), 'Europe/Ljubljana').slice(0, 7);
const [next, then, later] = [1, 2, 3].map((more) =>
  Temporal.PlainYearMonth.from(thisMonth).add({ months: more }).toString(),
) as [string, string, string];

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id })).id;
  staff = site.as(await member({ organization_id }));
  await staff.api.fee_plans.update({
    params: { id: group_id },
    body: {
      ...{
        rhythm: 'monthly',
        kind: 'tuition',
        amount: '40',
        due_date: null,
        days_after: 8,
        day_of_month: 31,
      },
      ...{ first_month: thisMonth, last_month: null, free_months: [], instalments: [], joining_fee: null },
      ...{ late_start: 'whole', made_on: 'approved', days_ahead: 0, version: 0 },
    },
  });
});

const apply = async () =>
  (await site.factories.participant({ organization_id, group_id, status: 'pending' })).id;
const decide = async (id: string, ...statuses: string[]) => {
  for (const status of statuses)
    expect(
      (await staff.patch(`/participants/${id}/status`, { status, notify: false, payments: 'plan' })).status,
    ).toBe(200);
};
const merge = async (id: string, other_id: string, take: string[]): Promise<string> => {
  const versionOf = async (one: string) =>
    (await staff.api.participants.get({ params: { id: one } })).version;
  const versions = { version: await versionOf(id), other_version: await versionOf(other_id) };
  const { status, body } = await staff.post<{ id: string }>(`/participants/${id}/merge`, {
    ...{ other_id, take, ...versions },
  });
  expect(status).toBe(200);
  return body.id;
};
const undo = async (id: string) =>
  expect((await staff.post(`/participant-merges/${id}/undo`, {})).status).toBe(200);
/** The worker's work on the last day of a month. */
const run = (month: string) => {
  const { year, month: of, daysInMonth: day } = Temporal.PlainYearMonth.from(month);
  return makeDuePayments(site.pools.system, new Date(Date.UTC(year, of - 1, day, 10)));
};
const pay = async (id: string) => {
  for (const one of await paymentsOf(id))
    await staff.patch(`/payments/${one.id}`, {
      ...{ status: 'completed', method: 'cash', version: one.version },
    });
};
const paymentsOf = (id: string) =>
  site.rows<{ id: string; version: number; amount: string }>(
    'select id, version, amount::text from payments where participant_id = $1 order by period',
    [id],
  );
/** Months of which a payment is there, with its status. */
const monthsOf = async (id: string) =>
  (
    await site.rows<{ period: string; status: string }>(
      `select split_part(period, '+', 1) as period, status from payments where participant_id = $1 order by period`,
      [id],
    )
  ).map(({ period, status }) => `${period} ${status}`);

test('who is merged into an application without a place owes nothing more, unless that is undone', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(kept, 'rejected');
  await decide(other, 'approved');
  await run(next);
  const months = [`${thisMonth} pending`, `${next} pending`];
  expect(await monthsOf(other)).toEqual(months);

  const merged = await merge(kept, other, []);
  await run(then);
  expect(await monthsOf(kept)).toEqual([`${thisMonth} cancelled`, `${next} cancelled`]);

  await undo(merged);
  expect(await monthsOf(other)).toEqual(months);
  await run(then);
  expect(await monthsOf(other)).toEqual([...months, `${then} pending`]);
  expect(await monthsOf(kept)).toEqual([]);
});

test('who came back is asked for each month, also when merged into the application that had been withdrawn', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(kept, 'approved', 'inactive');
  const before = await monthsOf(kept);
  await decide(other, 'approved');
  await run(next);

  const merged = await merge(kept, other, ['status']);
  await run(then);
  expect(await monthsOf(kept)).toContain(`${then} pending`);

  await undo(merged);
  await site.rows('delete from payments where period = $1', [then]);
  await run(later);
  expect(await monthsOf(kept)).toEqual(before);
  expect(await monthsOf(other)).toEqual([`${thisMonth} pending`, `${next} pending`, `${later} pending`]);
  const plans = await site.rows(
    'select left_at is not null as left from fee_enrolments where participant_id = any($1) order by 1',
    [[kept, other]],
  );
  expect(plans).toEqual([{ left: false }, { left: true }]);
});

test('who moved and pays as before does so still when a merge is undone', async () => {
  const { id: former } = await site.factories.group({ organization_id });
  const [kept, other] = [await apply(), await apply()];
  await decide(other, 'approved');
  await site.rows('update fee_enrolments set group_id = $2, kept = true where participant_id = $1', [
    other,
    former,
  ]);

  await undo(await merge(kept, other, []));
  expect(
    await site.rows('select group_id, kept from fee_enrolments where participant_id = $1', [other]),
  ).toEqual([{ group_id: former, kept: true }]);
});

test('who has a place no more since the merge took the other status pays anew when that is undone', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(kept, 'approved');
  await decide(other, 'inactive');
  await run(next);

  const merged = await merge(kept, other, ['status']);
  await run(then);
  expect(await monthsOf(kept)).toEqual([`${thisMonth} cancelled`, `${next} cancelled`]);

  await undo(merged);
  await run(then);
  expect(await monthsOf(kept)).toEqual([`${thisMonth} pending`, `${next} pending`, `${then} pending`]);
});

test('who comes back after a month was made pays by the plan again', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(other, 'approved');
  const merged = await merge(kept, other, ['status']);
  await run(next);
  expect(await monthsOf(kept)).toContain(`${next} pending`);

  await undo(merged);
  await run(then);
  expect(await monthsOf(other)).toContain(`${then} pending`);
  expect(await monthsOf(kept)).not.toContain(`${then} pending`);
});

test('what one in the queue is to pay is there again, also when the other one gave up a place by the merge', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(kept, 'approved');
  await decide(other, 'waitlisted');
  await site.factories.payment({ organization_id, participant_id: other });

  await undo(await merge(kept, other, ['status']));
  expect(await monthsOf(other)).toEqual([' pending']);
});

test('what is left of a payment stays of its period, in whichever order payments move', async () => {
  const [first, second, third] = [await apply(), await apply(), await apply()];
  await decide(first, 'approved');
  await decide(second, 'approved');
  await run(next);
  const [own] = await paymentsOf(first);
  expect(
    (await staff.post(`/payments/${own?.id}/part`, { amount: '15', method: 'cash', version: own?.version }))
      .status,
  ).toBe(200);
  await merge(second, first, []);
  // a table that is read as it lies gives the changed payment last, after what is left of it
  const wholes = (await paymentsOf(second)).filter(({ amount }) => amount !== '25.00');
  for (const { id, version } of wholes) await staff.patch(`/payments/${id}`, { notes: 'Gotovina', version });
  await site.rows('analyze payments');
  await merge(third, second, []);

  expect(
    await site.rows(
      `select r.amount::text, r.period = p.period as same from payments r
       join payments p on p.id = r.split_from where r.participant_id = $1`,
      [third],
    ),
  ).toEqual([{ amount: '25.00', same: true }]);
});

test.each(['cancelled', 'deleted'])(
  'who paid on the other application is asked for no month again of which the own payment was %s',
  async (how) => {
    const [kept, other] = [await apply(), await apply()];
    await decide(kept, 'approved');
    await decide(other, 'approved');
    await run(next);
    const own = await paymentsOf(kept);
    await pay(other);
    if (how === 'cancelled') await decide(kept, 'inactive');
    const merged = await merge(kept, other, how === 'cancelled' ? ['status'] : []);
    if (how === 'deleted') for (const { id } of own) await staff.delete(`/payments/${id}`);

    await decide(kept, 'inactive', 'approved');
    await run(next);
    const open = (await monthsOf(kept)).filter((one) => !one.endsWith('cancelled'));
    expect(open).toEqual([`${thisMonth} completed`, `${next} completed`]);

    await undo(merged);
    expect(await monthsOf(other)).toEqual(open);
    const back = own.map(() => expect.stringMatching(/^[0-9-]+ cancelled$/));
    expect(await monthsOf(kept)).toEqual(how === 'cancelled' ? back : []);
  },
);

test('what was cancelled by a withdrawal stays so when a merge is undone after the other one was approved', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(other, 'approved');
  await run(next);
  await decide(other, 'inactive');
  const merged = await merge(kept, other, []);
  await decide(kept, 'approved');
  await run(next);

  await undo(merged);
  expect(await monthsOf(other)).toEqual([`${thisMonth} cancelled`, `${next} cancelled`]);
  expect(await monthsOf(kept)).toEqual([`${thisMonth} pending`, `${next} pending`]);
});

test('what a merge found owed in the queue, and what its plan has asked for since, is owed by each of the two once that is undone', async () => {
  const [kept, other] = [await apply(), await apply()];
  await decide(kept, 'waitlisted');
  await decide(other, 'approved');
  await site.factories.payment({ organization_id, participant_id: kept });

  const merged = await merge(kept, other, ['status']);
  await run(next);
  expect(await monthsOf(kept)).toEqual([' pending', `${thisMonth} pending`, `${next} pending`]);

  await undo(merged);
  await run(then);
  expect(await monthsOf(kept)).toEqual([' pending']);
  expect(await monthsOf(other)).toEqual([thisMonth, next, then].map((month) => `${month} pending`));
});
