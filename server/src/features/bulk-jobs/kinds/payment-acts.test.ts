import type { BulkJob, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { PaymentActPreview } from '@vpisnik/contract/payment-acts';
import type { Payment } from '@vpisnik/contract/payments';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Caller, createTestApp, type TestApp } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';

// fixed days: those on which something was due or paid, all of which are over

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string };
let participant_id: string;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '30' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  group = await site.factories.group({ organization_id });
  participant_id = (
    await site.factories.participant({
      organization_id,
      group_id: group.id,
      name: 'Ana Kos',
      status: 'approved',
    })
  ).id;
});

type Given = Record<string, unknown>;
type Job = StartedBulkJob & { code: string; count: number; errors: object[] };
const paid = { payment_date: '2026-01-05', method: 'cash', invoice_number: 'P-7' };
const owed = async (given: Given = {}) =>
  (await site.factories.payment({ organization_id, participant_id, amount: '20.10', ...given })).id;
const pay = (selection: object, given: Given = {}, as = staff) =>
  as.post<Job>('/payments/bulk/pay', { selection, ...paid, ...given });
const cancel = (selection: object, reason = '', as = staff) =>
  as.post<Job>('/payments/bulk/cancel', { selection, reason });
const look = (selection: object, act: object = { kind: 'pay', ...paid }, as = staff) =>
  as.post<PaymentActPreview & Job>('/payments/bulk/preview', { selection, act });
const undo = (id: string, as = staff) => as.post<Job>(`/bulk-jobs/${id}/undo`);
const now = async (id: string) => (await staff.get<Payment>(`/payments/${id}`)).body;
const outcomes = ({ body }: Answer<Job>, ids: string[]) =>
  ids.map((id) => {
    const row = body.rows.find(({ payment, participant_id }) => (payment?.id ?? participant_id) === id);
    return row?.reason ?? row?.state;
  });
const rested = (id: string) =>
  until(async () => {
    const { body } = await staff.get<BulkJob>(`/bulk-jobs/${id}`);
    expect(['running', 'undoing']).not.toContain(body.state);
    return body;
  });

describe('chosen payments', () => {
  test('are marked as paid as the dry run says, and those that can’t be are named', async () => {
    const ids = [
      await owed({ purpose: 'Oktober' }),
      await owed({ status: 'expired', expiration_date: '2026-01-01' }),
      await owed({ status: 'failed', currency: 'CHF', amount: '7.00' }),
      await owed({ status: 'completed', method: 'bank_transfer', payment_date: '2026-01-02' }),
      await owed({ status: 'cancelled' }),
      await owed({ status: 'refunded' }),
      crypto.randomUUID(),
      (await site.factories.payment({})).id,
    ];
    const { body: preview } = await look({ ids });
    expect(preview).toMatchObject({
      ...{ total_count: 8, change_count: 3 },
      totals: [
        { currency: 'CHF', amount: '7.00' },
        { currency: 'EUR', amount: '40.20' },
      ],
    });
    expect(preview.rows.find(({ reason }) => reason === 'payment_paid')).toMatchObject({
      ...{ name: 'Ana Kos', payment: { id: ids[3], amount: '20.10' } },
    });
    expect((await now(ids[0] ?? '')).status).toBe('pending');

    const answer = await pay({ ids });
    expect(answer).toMatchObject({ status: 200, body: { state: 'done', done_count: 3, total_count: 8 } });
    expect(new Set(answer.body.skipped)).toEqual(new Set(preview.skipped));
    expect(outcomes(answer, ids)).toEqual([
      ...['done', 'done', 'done', 'payment_paid', 'payment_cancelled', 'payment_refunded'],
      ...['not_found', 'not_found'],
    ]);
    expect(await now(ids[0] ?? '')).toMatchObject({ status: 'completed', ...paid, version: 2 });
    expect(await now(ids[3] ?? '')).toMatchObject({ method: 'bank_transfer', version: 1 });
    const { results } = await staff.api.participant_history.list({
      params: { id: participant_id },
      query: {},
    });
    expect(results.filter(({ kind, bulk }) => kind === 'payment_changed' && bulk)).toHaveLength(3);
    const report = await staff.get<{ text: string }>(`/bulk-jobs/${answer.body.id}/report.csv`);
    const lines = parse(report.body.text, { bom: true, delimiter: ';', columns: true }) as Given[];
    expect(lines.find(({ Namen }) => Namen === 'Oktober')).toMatchObject({
      ...{ Udeleženec: 'Ana Kos', Znesek: expect.stringMatching(/^20,10\s€$/), Izid: 'spremenjeno' },
    });
    const log = await site.rows<{ changes: Given }>(
      `select changes from activity_log where organization_id = $1 and action = 'bulk_pay'`,
      [organization_id],
    );
    expect(log[0]?.changes).toMatchObject({ count: 8, ids: 8, method: 'cash' });
  });

  test('are cancelled with a reason, and a transfer leaves the number of a receipt as it is', async () => {
    const ids = [await owed(), await owed({ invoice_number: 'R-1' })];
    await cancel({ ids: ids.slice(0, 1) }, 'Dvojni vpis');
    expect(await now(ids[0] ?? '')).toMatchObject({ status: 'cancelled', status_reason: 'Dvojni vpis' });
    await pay({ ids }, { method: 'bank_transfer' });
    expect(await now(ids[1] ?? '')).toMatchObject({ status: 'completed', invoice_number: 'R-1' });
    expect((await now(ids[0] ?? '')).status).toBe('cancelled');
    const again = await cancel({ ids });
    expect(outcomes(again, ids)).toEqual(['payment_cancelled', 'payment_paid']);
  });

  test('are paid once where two mark them at the same time, and the other is told', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => owed()));
    const other = site.as(await site.factories.member({ organization_id }));
    const answers = await Promise.all([
      pay({ ids }),
      pay({ ids: ids.toReversed() }, {}, other),
      cancel({ ids }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.done_count, 0)).toBe(10);
    const told = answers.flatMap(({ body }) => body.rows.flatMap(({ reason }) => reason ?? []));
    expect(told).toHaveLength(20);
    expect(new Set(told).difference(new Set(['payment_paid', 'payment_cancelled'])).size).toBe(0);
  });

  test.each([
    [{ payment_date: '2199-01-01' }, 'payment_date', 'date_in_future'],
    [{ payment_date: '2025-02-29' }, 'payment_date', 'invalid_format'],
    [{ method: 'gold' }, 'method', 'invalid_value'],
    [{ method: null }, 'method', 'invalid_value'],
    [{ invoice_number: 'x'.repeat(61) }, 'invoice_number', 'too_long'],
  ])('are not marked with %j', async (given, path, code) => {
    const ids = [await owed()];
    expect(await pay({ ids }, given)).toMatchObject({
      ...{ status: 422, body: { code: 'invalid_fields', errors: [{ path, code }] } },
    });
    expect((await look({ ids }, { kind: 'pay', ...paid, ...given })).status).toBe(422);
    expect((await now(ids[0] ?? '')).status).toBe('pending');
  });
});

describe('all that match', () => {
  const listOf = async (query: string) =>
    (await staff.get<{ total: number; as_of: string }>(`/payments?with_total=true&limit=1&${query}`)).body;

  test('are those of the moment shown, without those unticked, by the filter of the list', async () => {
    const late = [
      await owed({ expiration_date: '2026-01-01' }),
      await owed({ expiration_date: '2026-01-02' }),
    ];
    const [other, exact] = [await owed(), await owed({ amount: '99.99', expiration_date: '2026-01-03' })];
    const { total, as_of } = await listOf('status=overdue');
    expect(total).toBe(3);
    const wanted = { filter: { status: ['overdue'] }, exclude_ids: [late[0]], expected_count: 2, as_of };
    // what comes later does not belong, and a payment that is no longer late is another selection
    const later = await owed({ expiration_date: '2026-01-01' });
    expect((await look(wanted)).body).toMatchObject({ change_count: 2 });
    await staff.patch(`/payments/${exact}`, { version: 1, status: 'cancelled' });
    for (const answer of [await look(wanted), await pay(wanted)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'selection_changed', count: 1 } });
    expect(await pay({ ...wanted, expected_count: 1 })).toMatchObject({
      status: 200,
      body: { done_count: 1 },
    });
    const left = await Promise.all([...late, other, later].map(async (id) => (await now(id)).status));
    expect(left).toEqual(['pending', 'completed', 'pending', 'pending']);
    // amounts are searched through a view
    const sought = await listOf('search=99,99');
    const found = { filter: { search: '99,99' }, expected_count: 1, as_of: sought.as_of };
    expect((await look(found)).body.skipped).toEqual([{ reason: 'payment_cancelled', count: 1 }]);
    const log = await site.rows<{ changes: Given }>(
      `select changes from activity_log where organization_id = $1 and action = 'bulk_pay'`,
      [organization_id],
    );
    expect(log[0]?.changes).toMatchObject({ filter: { status: ['overdue'] }, excluded: 1, count: 1 });
  });

  test('are worked on in the background where they are many, and undone as a whole', async () => {
    await site.rows(
      `insert into payments (organization_id, participant_id, group_id, amount)
       select $1, $2, $3, 10 from generate_series(1, 410)`,
      [organization_id, participant_id, group.id],
    );
    const { total, as_of } = await listOf('');
    const answer = await pay({ filter: {}, expected_count: total, as_of });
    expect(answer).toMatchObject({ status: 202, body: { state: 'running', rows: [] } });
    expect(await rested(answer.body.id)).toMatchObject({ state: 'done', done_count: 410, skipped: [] });
    const counts = `select status, count(*)::integer as count from payments where organization_id = $1 group by status`;
    expect(await site.rows(counts, [organization_id])).toEqual([{ status: 'completed', count: 410 }]);
    expect((await undo(answer.body.id)).status).toBe(202);
    expect(await rested(answer.body.id)).toMatchObject({ state: 'undone', undone_count: 410 });
    expect(await site.rows(counts, [organization_id])).toEqual([{ status: 'pending', count: 410 }]);
  });
});

describe('it is undone', () => {
  test('days later, to what each was, but for those that were changed since', async () => {
    const ids = [
      await owed({ status: 'failed', status_reason: 'Zavrnjeno', invoice_number: 'R-9' }),
      await owed(),
      await owed(),
      await owed(),
    ];
    const { body: job } = await pay({ ids });
    await staff.patch(`/payments/${ids[1]}`, { version: 2, notes: 'Preverjeno' });
    await staff.patch(`/payments/${ids[2]}`, { version: 2, status: 'refunded' });
    await site.rows(`update bulk_jobs set finished_at = finished_at - interval '9 days' where id = $1`, [
      job.id,
    ]);
    expect(await undo(job.id)).toMatchObject({
      status: 200,
      body: {
        ...{ state: 'undone', undone_count: 2 },
        not_undone: [{ reason: 'payment_changed', count: 2 }],
      },
    });
    expect(await now(ids[0] ?? '')).toMatchObject({
      ...{ status: 'failed', status_reason: 'Zavrnjeno', invoice_number: 'R-9' },
      ...{ method: null, payment_date: null, version: 3 },
    });
    const states = await Promise.all(ids.slice(1).map(async (id) => (await now(id)).status));
    expect(states).toEqual(['completed', 'refunded', 'pending']);
    expect(await undo(job.id)).toMatchObject({ status: 409, body: { code: 'undo_not_possible' } });
  });

  test('without asking those for anything who have given up their place meanwhile', async () => {
    const ids = [await owed(), await owed({ status: 'expired', expiration_date: '2026-01-01' })];
    const jobs = [await cancel({ ids: ids.slice(0, 1) }, 'Pomota'), await pay({ ids: ids.slice(1) })];
    const third = await owed();
    jobs.push(await pay({ ids: [third] }));
    const decide = (status: string) =>
      staff.patch(`/participants/${participant_id}/status`, { status, notify: false });
    expect((await decide('inactive')).status).toBe(200);
    for (const { body } of jobs) expect((await undo(body.id)).body).toMatchObject({ undone_count: 1 });
    const states = () => Promise.all([...ids, third].map(async (id) => (await now(id)).status));
    expect(await states()).toEqual(['cancelled', 'expired', 'cancelled']);
    expect(await now(third)).toMatchObject({
      status_reason: 'Udeleženec nima več mesta',
      payment_date: null,
    });
  });

  test('asking anew those who had no place before either', async () => {
    await staff.patch(`/participants/${participant_id}/status`, { status: 'waitlisted', notify: false });
    const id = await owed();
    const { body } = await cancel({ ids: [id] });
    expect((await undo(body.id)).body).toMatchObject({ undone_count: 1 });
    expect(await now(id)).toMatchObject({ status: 'pending', status_reason: '' });
  });

  test('after a cancelling, also where their participant was changed or moved meanwhile', async () => {
    const ids = [await owed({ status: 'expired', expiration_date: '2026-01-01' })];
    const { body: job } = await cancel({ ids }, 'Pomota');
    const other = await site.factories.group({ organization_id });
    await staff.patch(`/participants/${participant_id}`, { version: 1, name: 'Nova Ana' });
    await staff.post(`/participants/${participant_id}/transfer`, { group_id: other.id, version: 2 });
    expect((await undo(job.id)).body).toMatchObject({ undone_count: 1, not_undone: [] });
    expect(await now(ids[0] ?? '')).toMatchObject({ status: 'expired', status_reason: '' });
  });
});

test('ranks below 3 and groups out of scope change nothing, and see nothing', async () => {
  const other = await site.factories.group({ organization_id });
  const elsewhere = await site.factories.participant({ organization_id, group_id: other.id });
  const ids = [await owed({ purpose: 'Moje' }), await owed({ participant_id: elsewhere.id })];
  const as = async (role: 'GROUP_ADMIN' | 'GROUP_EDITOR_USER') =>
    site.as(await site.factories.member({ organization_id, role, groups: [group.id] }));
  const editor = await as('GROUP_EDITOR_USER');
  for (const refused of [
    await look({ ids }, undefined, editor),
    await pay({ ids }, {}, editor),
    await cancel({ ids }, '', editor),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const limited = await as('GROUP_ADMIN');
  const { body: preview } = await look({ ids }, undefined, limited);
  expect(preview).toMatchObject({ change_count: 1, skipped: [{ reason: 'not_found', count: 1 }] });
  expect(JSON.stringify(preview)).not.toContain(elsewhere.id);
  const answer = await pay({ ids }, {}, limited);
  expect(outcomes(answer, ids)).toEqual(['done', 'not_found']);
  expect((await now(ids[1] ?? '')).status).toBe('pending');
  const { as_of } = (await limited.get<{ as_of: string }>('/payments?with_total=true')).body;
  expect(await cancel({ filter: {}, expected_count: 2, as_of }, '', limited)).toMatchObject({
    status: 409,
    body: { count: 1 },
  });
  const stranger = site.as(await site.factories.member({}));
  expect((await undo(answer.body.id, stranger)).status).toBe(404);
  expect((await pay({ ids }, {}, stranger)).body).toMatchObject({
    ...{ done_count: 0, skipped: [{ reason: 'not_found', count: 2 }] },
  });
});
