import type { BulkJob, BulkPreview, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { Payment } from '@vpisnik/contract/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Caller, createTestApp, type TestApp } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';

// fixed days: until when something is to be paid, which nothing compares with today

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string };
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '30' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization({ currency: 'EUR' })).id;
  staff = site.as(await site.factories.member({ organization_id }));
  group = await site.factories.group({ organization_id });
});

type Given = Record<string, unknown>;
type Job = StartedBulkJob & { code: string; errors: object[] };
const price = { amount: '45.10' };
const wanted = { price, purpose: 'Vadnina, oktober', expiration_date: '2026-10-15' };
const add = async (given: Given = {}) =>
  (await site.factories.participant({ organization_id, group_id: group.id, status: 'approved', ...given }))
    .id;
const begin = (ids: string[], given: Given = {}, as = staff) =>
  as.post<Job>('/participants/bulk/payments', { selection: { ids }, ...wanted, ...given });
const look = (ids: string[], given: Given = {}, as = staff) =>
  as.post<BulkPreview & Job>('/participants/bulk/preview', {
    ...{ selection: { ids }, act: { kind: 'payments', ...wanted, ...given } },
  });
const undo = (id: string, as = staff) => as.post<Job>(`/bulk-jobs/${id}/undo`);
const ofPerson = async (id: string) => (await staff.api.payments.ofParticipant({ params: { id } })).results;
const outcomes = ({ body }: Answer<Job>, ids: string[]) =>
  ids.map((id) => {
    const row = body.rows.find(({ participant_id }) => participant_id === id);
    return row?.reason ?? row?.state;
  });
const count = async (job: string) =>
  (await site.rows('select from payments where bulk_job_id = $1', [job])).length;

describe('a payment for each', () => {
  test('is told beforehand to the cent, and made once for those who have a place and none for the same', async () => {
    const ids = [
      await add(),
      await add({ status: 'pending' }),
      await add({ name: 'Dolžnica' }),
      await add(),
      await add(),
      await add({ status: 'waitlisted' }),
      await add({ status: 'rejected' }),
      await add({ status: 'inactive' }),
      crypto.randomUUID(),
    ];
    const its = (at: number) => ({ organization_id, participant_id: ids[at] ?? '' });
    await site.factories.payment({ ...its(2), purpose: 'VADNINA, Oktöber' });
    await site.factories.payment({ ...its(3), purpose: wanted.purpose, status: 'completed' });
    await site.factories.payment({ ...its(4), purpose: wanted.purpose, status: 'cancelled' });
    const { body: preview } = await look(ids);
    expect(preview).toMatchObject({
      ...{ total_count: 9, change_count: 3, mail_count: 0 },
      total: { amount: '135.30', currency: 'EUR' },
    });
    expect(preview.rows.find(({ name }) => name === 'Dolžnica')).toMatchObject({ reason: 'same_purpose' });
    expect(await site.rows('select from bulk_jobs where organization_id = $1', [organization_id])).toEqual(
      [],
    );

    const answer = await begin(ids, { payment_kind: 'membership_fee', notes: 'Po sklepu' });
    expect(answer).toMatchObject({ status: 200, body: { state: 'done', done_count: 3, mail_count: 0 } });
    expect(new Set(answer.body.skipped)).toEqual(new Set(preview.skipped));
    expect(outcomes(answer, ids)).toEqual([
      ...['done', 'done', 'same_purpose', 'same_purpose', 'done'],
      ...['waitlisted', 'rejected', 'inactive', 'not_found'],
    ]);
    expect(await ofPerson(ids[1] ?? '')).toMatchObject([
      {
        ...{
          amount: '45.10',
          currency: 'EUR',
          status: 'pending',
          kind: 'membership_fee',
          group_id: group.id,
        },
        ...{ purpose: 'Vadnina, oktober', expiration_date: '2026-10-15', notes: 'Po sklepu', version: 1 },
      },
    ]);
    const { results } = await staff.api.participant_history.list({ params: { id: ids[0] ?? '' }, query: {} });
    expect(results[0]).toMatchObject({ kind: 'payment_added' });

    // once more: nobody gets a second one unless that is asked for
    const again = await begin(ids.slice(0, 2));
    expect(outcomes(again, ids.slice(0, 2))).toEqual(['same_purpose', 'same_purpose']);
    const asked = await begin(ids, {
      same_purpose: 'add',
      include: ['waitlisted', 'inactive'],
      expiration_date: null,
    });
    expect(outcomes(asked, ids).slice(5)).toEqual(['done', 'rejected', 'done', 'not_found']);
    expect(await ofPerson(ids[2] ?? '')).toHaveLength(2);
  });

  test('is the price of the plan of each group, or a percentage of it to the cent; groups without one are named', async () => {
    const { factories } = site;
    const groupOf = async (plan?: Given) => {
      const { id } = await factories.group({ organization_id });
      if (plan) await factories.feePlan({ organization_id, group_id: id, ...plan });
      return id;
    };
    const groups = [
      await groupOf({ rhythm: 'once', amount: '33.33', joining_fee: '20.00' }),
      await groupOf({ rhythm: 'monthly', amount: '40.00', first_month: '2026-09' }),
      await groupOf({
        rhythm: 'instalments',
        instalments: ['60.10', '60.10', '0.01'].map((amount) => ({ due_date: '2026-10-15', amount })),
      }),
      await groupOf({ rhythm: 'none', amount: null }),
      await groupOf(),
    ];
    const ids = await Promise.all(groups.map((group_id) => add({ group_id })));
    const whole = { price: { percent: '100' } };
    const { body: preview } = await look(ids, whole);
    expect(preview).toMatchObject({
      ...{ change_count: 3, total: { amount: '193.54' }, skipped: [{ reason: 'no_price', count: 2 }] },
    });
    expect(preview.unpriced_groups.map(({ id, count }) => [id, count])).toEqual(
      groups.slice(3).map((id) => [id, 1]),
    );
    // one who has moved and kept the price of the former group
    const [kept = '', dearer = ''] = groups;
    const moved = await add({ group_id: dearer });
    await site.rows(
      `insert into fee_enrolments (organization_id, participant_id, group_id, joined_on, kept)
       values ($1, $2, $3, '2026-09-01', true)`,
      [organization_id, moved, kept],
    );
    expect((await look([moved], whole)).body.total).toEqual({ amount: '33.33', currency: 'EUR' });
    const half = { price: { percent: '50.00' }, purpose: 'Predplačilo' };
    expect((await look(ids, half)).body.total).toEqual({ amount: '96.78', currency: 'EUR' });
    for (const given of [whole, half])
      expect(outcomes(await begin(ids, given), ids)).toEqual([
        ...['done', 'done', 'done', 'no_price', 'no_price'],
      ]);
    const amounts = await Promise.all(
      ids.map(async (id) => (await ofPerson(id)).map(({ amount }) => amount).toSorted()),
    );
    // half a cent up, each for itself
    expect(amounts).toEqual([['16.67', '33.33'], ['20.00', '40.00'], ['120.21', '60.11'], [], []]);
    for (const [price, path, code] of [
      [{ percent: '100.01' }, 'price.percent', 'above_hundred'],
      [{ percent: '0' }, 'price.percent', 'amount_positive'],
      [{}, 'price.amount', 'required'],
      [{ amount: '5', percent: '5' }, 'price.amount', 'required'],
    ] as const)
      expect((await begin(ids, { price })).body.errors).toMatchObject([{ path, code }]);
  });

  test('is made by one of two calls at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
    const answers = await Promise.all([begin(ids), begin(ids.toReversed()), begin(ids)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.done_count, 0)).toBe(20);
    const rows = await site.rows('select distinct participant_id from payments where organization_id = $1', [
      organization_id,
    ]);
    expect(rows).toHaveLength(20);
  });

  test.each([
    ['0', 'amount_positive'],
    ['-1', 'amount_positive'],
    ['1e3', 'invalid_amount'],
    ['12,5', 'invalid_amount'],
    ['12.345', 'amount_decimals'],
    ['1000000000000', 'amount_too_large'],
    [12.5, 'invalid_type'],
  ])('is no amount of %j', async (amount, code) => {
    const ids = [await add()];
    for (const answer of [await begin(ids, { price: { amount } }), await look(ids, { price: { amount } })])
      expect(answer).toMatchObject({
        ...{ status: 422, body: { errors: [{ path: expect.stringMatching(/price\.amount$/), code }] } },
      });
    expect((await begin(ids, { purpose: ' ' })).body.errors).toMatchObject([
      { path: 'purpose', code: 'required' },
    ]);
    expect(await ofPerson(ids[0] ?? '')).toEqual([]);
  });
});

describe('it is undone', () => {
  test('days later, but for payments that are others by now', async () => {
    const ids = [await add(), await add(), await add(), await add()];
    const { body: job } = await begin(ids);
    const made = await Promise.all(ids.map(async (id) => (await ofPerson(id))[0] as Payment));
    const [, changed, paid, gone] = made.map(({ id }) => id);
    await staff.patch(`/payments/${changed}`, { version: 1, amount: '40' });
    await staff.patch(`/payments/${paid}`, { version: 1, status: 'completed', method: 'bank_transfer' });
    await staff.delete(`/payments/${gone}`);
    // work on the people themselves does not matter
    await staff.patch(`/participants/${ids[0]}`, { version: 1, name: 'Nova Ana' });
    await site.rows(`update bulk_jobs set finished_at = finished_at - interval '9 days' where id = $1`, [
      job.id,
    ]);
    expect(await undo(job.id)).toMatchObject({
      status: 200,
      body: {
        ...{ state: 'undone', undone_count: 1 },
        not_undone: [{ reason: 'payment_changed', count: 3 }],
      },
    });
    const left = await Promise.all(ids.map(ofPerson));
    expect(left.map((payments) => payments.map(({ amount, status }) => [amount, status]))).toEqual([
      ...[[], [['40.00', 'pending']], [['45.10', 'completed']], []],
    ]);
    expect(await undo(job.id)).toMatchObject({ status: 409, body: { code: 'undo_not_possible' } });
  });

  test('as a whole where there are many, each of whom got one in the background', async () => {
    const rows = await site.rows<{ id: string }>(
      `insert into participants (organization_id, group_id, name, status, reference, language)
       select $1, $2, 'Ana Kos ' || i, 'approved', app.new_reference(), 'sl' from generate_series(1, 410) i returning id`,
      [organization_id, group.id],
    );
    const rested = (id: string) =>
      until(async () => {
        const { body } = await staff.get<BulkJob>(`/bulk-jobs/${id}`);
        expect(['running', 'undoing']).not.toContain(body.state);
        return body;
      });
    const answer = await begin(rows.map(({ id }) => id));
    expect(answer).toMatchObject({ status: 202, body: { state: 'running' } });
    expect(await rested(answer.body.id)).toMatchObject({ state: 'done', done_count: 410, skipped: [] });
    expect(await count(answer.body.id)).toBe(410);
    expect((await undo(answer.body.id)).status).toBe(202);
    expect(await rested(answer.body.id)).toMatchObject({ state: 'undone', undone_count: 410 });
    expect(await count(answer.body.id)).toBe(0);
  });
});

test('ranks below 3 and people out of scope get none', async () => {
  const other = await site.factories.group({ organization_id });
  const ids = [
    await add(),
    await add({ group_id: other.id }),
    (await site.factories.participant({ status: 'approved' })).id,
  ];
  const as = async (role: 'GROUP_ADMIN' | 'GROUP_EDITOR_USER') =>
    site.as(await site.factories.member({ organization_id, role, groups: [group.id] }));
  const limited = await as('GROUP_ADMIN');
  expect((await look(ids, {}, limited)).body.total).toEqual({ amount: '45.10', currency: 'EUR' });
  const answer = await begin(ids, {}, limited);
  expect(outcomes(answer, ids)).toEqual(['done', 'not_found', 'not_found']);
  const editor = await as('GROUP_EDITOR_USER');
  for (const refused of [await begin(ids, {}, editor), await look(ids, {}, editor)])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const stranger = site.as(await site.factories.member({}));
  expect((await undo(answer.body.id, stranger)).status).toBe(404);
  expect(await site.rows('select from payments where participant_id = any ($1)', [ids.slice(1)])).toEqual([]);
});
