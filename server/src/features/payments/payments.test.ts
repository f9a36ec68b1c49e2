import type { Payment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { paymentMoves, paymentStatuses } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let person: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, participant, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id })).id;
  person = (await participant({ organization_id, group_id })).id;
  staff = site.as(await member({ organization_id, name: 'Nina' }));
});

const add = async (body: object) => {
  const answer = await staff.post<{ results: Payment[] }>(`/participants/${person}/payments`, {
    payments: [body],
  });
  expect(answer.status).toBe(201);
  return answer.body.results[0] as Payment;
};
const change = (id: string, body: object, caller = staff) =>
  caller.patch<Payment & Record<string, unknown>>(`/payments/${id}`, body);
const ofPerson = () => staff.api.payments.ofParticipant({ params: { id: person } });

describe('amounts', () => {
  test('are the same from the wire to the database and back', async () => {
    const some = fc.bigInt({ min: 1n, max: 999_999_999_999n });
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 30 }), async (cents) => {
        const payments = cents.map((one) => ({ amount: wireOf(one) }));
        const { results } = await staff.api.payments.create({ params: { id: person }, body: { payments } });
        expect(results.map(({ amount }) => centsOf(amount))).toEqual(cents);
        const { balances, results: read } = await ofPerson();
        const sum = cents.reduce((all, one) => all + one, 0n);
        expect(balances).toEqual([{ currency: 'EUR', open: wireOf(sum), overdue: '0.00', received: '0.00' }]);
        expect(read.length).toBe(cents.length);
        await site.rows('delete from payments where participant_id = $1', [person]);
      }),
      { numRuns: 8 },
    );
  });

  test.each([
    ['0', 'amount_positive'],
    ['0.00', 'amount_positive'],
    ['-1', 'amount_positive'],
    ['1e3', 'invalid_amount'],
    ['12,50', 'invalid_amount'],
    ['12.345', 'amount_decimals'],
    ['1000000000000', 'amount_too_large'],
    ['', 'invalid_amount'],
    [12.5, 'invalid_type'],
  ])('%j is refused', async (amount, code) => {
    for (const answer of [
      await staff.post(`/participants/${person}/payments`, { payments: [{ amount: '1' }, { amount }] }),
      await change((await add({ amount: '5' })).id, { version: 1, amount }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ path: expect.stringMatching(/amount$/), code }]);
    }
    expect((await ofPerson()).results).toHaveLength(1);
  });

  test('are added up exactly beyond what one may be', async () => {
    const payments = Array.from({ length: 36 }, () => ({ amount: '9999999999.99' }));
    for (const at of [1, 2, 3, 4])
      expect((await staff.post(`/participants/${person}/payments`, { payments })).status, `${at}`).toBe(201);
    expect((await ofPerson()).balances).toMatchObject([{ open: '1439999999998.56' }]);
  });

  test('that were received stay as they are', async () => {
    const paid = await add({ amount: '85', status: 'completed', method: 'bank_transfer' });
    expect(await change(paid.id, { version: 1, amount: '80.00' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'amount', code: 'amount_fixed' }] },
    });
    expect((await change(paid.id, { version: 1, amount: '85', notes: 'Prinesla babica' })).status).toBe(200);
  });
});

describe('several at once', () => {
  test('that are sent again are there once, and other ones are not taken for them', async () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    const send = (payments: object[], to = person, caller = staff) =>
      caller.post<{ results: Payment[]; code?: string }>(`/participants/${to}/payments`, { payments });
    const payments = [
      { id: one, amount: '12.5', purpose: 'Kostum' },
      { id: two, amount: '7', expiration_date: tomorrow },
    ];
    // the second one waits for the first, as after a time-out
    const answers = await Promise.all([send(payments), send(payments)]);
    for (const { status, body } of answers) {
      expect([status, body.results.map(({ id, amount }) => [id, amount])]).toEqual([
        201,
        [
          [one, '12.50'],
          [two, '7.00'],
        ],
      ]);
    }
    const other = await site.factories.participant({ organization_id, group_id });
    const hidden = await site.factories.participant({ organization_id });
    const stranger = await site.factories.participant();
    const editor = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [hidden.group_id] }),
    );
    for (const refused of [
      await send([{ id: one, amount: '13' }]),
      await send([{ id: one, amount: '12.5', purpose: 'Kostum' }, { amount: '1' }]),
      await send([{ id: two, amount: '7', expiration_date: tomorrow }], other.id),
      await send([payments[1] ?? {}], hidden.id, editor),
      await send(
        [crypto.randomUUID()].flatMap((id) => [
          { id, amount: '5' },
          { id, amount: '5' },
        ]),
      ),
    ])
      expect(refused).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect((await ofPerson()).results).toHaveLength(2);
    // ids are each school's own
    const theirs = site.as(await site.factories.member({ organization_id: stranger.organization_id }));
    expect((await send([{ id: one, amount: '13' }], stranger.id, theirs)).status).toBe(201);
  });

  test('are added all or none, in their order, and read by their day', async () => {
    const refused = await staff.post(`/participants/${person}/payments`, {
      payments: [{ amount: '10' }, { amount: '20', status: 'completed' }],
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'payments.1.method', code: 'required' }] },
    });
    expect((await ofPerson()).results).toEqual([]);
    const { results } = await staff.api.payments.create({
      params: { id: person },
      body: {
        payments: [
          { amount: '3', purpose: 'Brez roka' },
          { amount: '2', expiration_date: tomorrow },
          { amount: '1', expiration_date: yesterday },
          { amount: '4', status: 'completed', method: 'cash', invoice_number: 'R-1' },
        ],
      },
    });
    expect(results.map(({ amount }) => amount)).toEqual(['3.00', '2.00', '1.00', '4.00']);
    expect(results[3]).toMatchObject({
      payment_date: today,
      method: 'cash',
      overdue: false,
      kind: 'tuition',
    });
    const read = await ofPerson();
    expect(read.results.map(({ amount, overdue }) => [amount, overdue])).toEqual([
      ['1.00', true],
      ['4.00', false],
      ['2.00', false],
      ['3.00', false],
    ]);
    expect(read.balances).toEqual([{ currency: 'EUR', open: '6.00', overdue: '1.00', received: '4.00' }]);
  });

  test('come in pages that repeat nothing, also those without a day', async () => {
    for (const expiration_date of [null, null, tomorrow, yesterday, null])
      await add({ amount: '1', expiration_date });
    const seen: string[] = [];
    for (let last_id: string | null | undefined; last_id !== null; ) {
      const query: { limit: number; last_id?: string } = { limit: 2, ...(last_id && { last_id }) };
      const page = await staff.api.payments.ofParticipant({ params: { id: person }, query });
      seen.push(...page.results.map(({ id }) => id));
      ({ last_id } = page);
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toEqual((await ofPerson()).results.map(({ id }) => id));
    const all = await staff.api.payments.list({ query: { group_id, status: 'pending', with_total: 'true' } });
    expect([all.total, all.results[0]?.id]).toEqual([5, (await staff.api.payments.list()).results[0]?.id]);
    expect((await staff.api.payments.list({ query: { status: 'completed' } })).results).toEqual([]);
  });
});

describe('statuses', () => {
  test('change only where the present one allows it', async () => {
    const { payment } = site.factories;
    for (const from of paymentStatuses)
      for (const to of paymentStatuses.filter((one) => one !== from)) {
        const paid = from === 'completed' && { payment_date: yesterday, method: 'cash' };
        const { id } = await payment({ organization_id, participant_id: person, status: from, ...paid });
        const answer = await change(id, {
          ...{ version: 1, status: to, status_reason: 'Razlog' },
          ...(to === 'completed' && { method: 'cash' }),
        });
        if (paymentMoves[from].includes(to))
          expect(answer, `${from} → ${to}`).toMatchObject({ status: 200, body: { status: to } });
        else
          expect(answer, `${from} → ${to}`).toMatchObject({
            status: 409,
            body: { code: 'move_not_allowed' },
          });
      }
  });

  test('of a paid one ask for a method, and take today unless another day is named', async () => {
    const { id } = await add({ amount: '85', expiration_date: yesterday });
    expect(await change(id, { version: 1, status: 'completed' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'method', code: 'required' }] },
    });
    expect(
      (await change(id, { version: 1, status: 'completed', method: 'cash', payment_date: tomorrow })).body,
    ).toMatchObject({ errors: [{ path: 'payment_date', code: 'date_in_future' }] });
    expect((await change(id, { version: 1, payment_date: yesterday })).body).toMatchObject({
      errors: [{ path: 'payment_date', code: 'payment_not_paid' }],
    });
    const paid = await change(id, { version: 1, status: 'completed', method: 'cash', invoice_number: 'R-7' });
    expect(paid.body).toMatchObject({ payment_date: today, overdue: false, version: 2 });
    expect((await change(id, { version: 2, method: null })).body).toMatchObject({
      errors: [{ path: 'method', code: 'required' }],
    });
  });

  test('of a mistake go back with their reason, and nothing of the payment stays', async () => {
    const { id } = await add({ amount: '85', status: 'completed', method: 'cash', invoice_number: 'R-7' });
    expect((await change(id, { version: 1, status: 'pending' })).body).toMatchObject({
      errors: [{ path: 'status_reason', code: 'required' }],
    });
    const status_reason = 'Zamenjan otrok';
    expect((await change(id, { version: 1, status: 'pending', status_reason })).body).toMatchObject({
      ...{ status: 'pending', status_reason, payment_date: null, method: null, invoice_number: '' },
    });
    // the next status has a reason of its own, or none
    expect((await change(id, { version: 2, status: 'cancelled' })).body).toMatchObject({ status_reason: '' });
  });

  test('of a late one changes when its day is put off', async () => {
    const { payment } = site.factories;
    const { id } = await payment({
      ...{ organization_id, participant_id: person, status: 'expired', expiration_date: yesterday },
    });
    expect((await change(id, { version: 1, purpose: 'Oktober' })).body).toMatchObject({ status: 'expired' });
    expect((await change(id, { version: 2, expiration_date: tomorrow })).body).toMatchObject({
      ...{ status: 'pending', overdue: false, expiration_date: tomorrow },
    });
    // before its day it is not late, whatever is sent; without one people decide
    expect((await change(id, { version: 3, status: 'expired' })).body.code).toBe('move_not_allowed');
    const open = await payment({ organization_id, participant_id: person });
    expect((await change(open.id, { version: 1, status: 'expired' })).body).toMatchObject({
      status: 'expired',
    });
  });

  test('set by two people at once: one learns what the other did', async () => {
    const { id } = await add({ amount: '85' });
    const body = { version: 1, status: 'completed', method: 'cash' };
    const answers = await Promise.all([change(id, body), change(id, { ...body, method: 'paypal' })]);
    const [won, lost] = answers.sort((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(lost).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { id, version: 2, method: won?.body.method } },
    });
  });

  test.each(paymentStatuses)('%s: whether it can be deleted', async (status) => {
    const { id } = await site.factories.payment({ organization_id, participant_id: person, status });
    const answer = await staff.delete(`/payments/${id}`);
    if (['pending', 'failed', 'cancelled'].includes(status)) expect(answer.status).toBe(204);
    else expect(answer).toMatchObject({ status: 409, body: { code: 'payment_not_deletable' } });
  });
});

describe('a part', () => {
  const pay = (id: string, body: object) =>
    staff.post<Payment & { rest: Payment; errors: unknown }>(`/payments/${id}/part`, {
      ...{ method: 'bank_transfer', version: 1 },
      ...body,
    });

  test('is kept as paid, and the rest is expected like the whole was', async () => {
    const whole = await add({
      ...{ amount: '72.01', purpose: 'Oktober', kind: 'membership_fee', expiration_date: yesterday },
      ...{ reference_number: 'SI12 1234567890123' },
    });
    const { status, body } = await pay(whole.id, { amount: '50', payment_date: yesterday });
    const { rest, ...paid } = body;
    expect(status).toBe(200);
    expect(paid).toMatchObject({
      id: whole.id,
      amount: '50.00',
      status: 'completed',
      payment_date: yesterday,
    });
    expect(rest).toMatchObject({
      ...{ amount: '22.01', status: 'pending', overdue: true, split_from: whole.id, payment_date: null },
      ...{ purpose: 'Oktober', kind: 'membership_fee', expiration_date: yesterday, method: null },
      ...{ reference_number: 'SI12 1234567890123', currency: 'EUR', participant_id: person, group_id },
    });
    const { balances } = await ofPerson();
    expect(balances).toEqual([{ currency: 'EUR', open: '22.01', overdue: '22.01', received: '50.00' }]);
  });

  test('tells what the whole was also where it was corrected and is paid in part again', async () => {
    const whole = await add({ amount: '72.00' });
    const { body } = await pay(whole.id, { amount: '50' });
    const params = { id: whole.id };
    const open = await staff.api.payments.update({
      params,
      body: { status: 'pending', status_reason: 'Pomota', version: body.version },
    });
    const again = await pay(whole.id, { amount: '20', version: open.version });
    expect([body.rest.split_total, again.body.rest.split_total]).toEqual(['72.00', '72.00']);
  });

  test('loses no cent, however often and whatever is paid', async () => {
    const part = fc.bigInt({ min: 1n, max: 5_000n });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const sum = parts.reduce((all, one) => all + one, 1n);
        let { id, version } = await add({ amount: wireOf(sum) });
        for (const one of parts) {
          const { body } = await pay(id, { amount: wireOf(one), version });
          ({ id, version } = body.rest);
        }
        const { balances } = await ofPerson();
        expect(balances).toMatchObject([{ open: '0.01', received: wireOf(sum - 1n) }]);
        await site.rows('delete from payments where participant_id = $1', [person]);
      }),
      { numRuns: 6 },
    );
  });

  test('is smaller than the whole, of a payment that is still open, on its version', async () => {
    const { id } = await add({ amount: '72' });
    for (const amount of ['72', '72.01'])
      expect((await pay(id, { amount })).body.errors).toEqual([{ path: 'amount', code: 'part_not_smaller' }]);
    expect(await pay(id, { amount: '1', version: 2 })).toMatchObject({ body: { code: 'edit_conflict' } });
    const done = await add({ amount: '72', status: 'completed', method: 'cash' });
    expect(await pay(done.id, { amount: '1' })).toMatchObject({ body: { code: 'move_not_allowed' } });
    expect((await ofPerson()).results).toHaveLength(2);
  });
});

test('payments are for those who manage them, in their groups; so is their history', async () => {
  const { id } = await add({ amount: '85', purpose: 'Skrivni znesek' });
  const { member, group } = site.factories;
  const limited = { organization_id, groups: [group_id] };
  const admin = site.as(await member({ ...limited, role: 'GROUP_ADMIN' }));
  const editor = site.as(await member({ ...limited, role: 'GROUP_EDITOR_USER' }));
  const other = await group({ organization_id });
  const elsewhere = site.as(await member({ organization_id, role: 'GROUP_ADMIN', groups: [other.id] }));
  expect((await admin.get(`/participants/${person}/payments`)).body).toMatchObject({ results: [{ id }] });
  expect((await elsewhere.api.payments.list()).results).toEqual([]);
  expect((await elsewhere.get(`/participants/${person}/payments`)).status).toBe(404);
  expect((await change(id, { version: 1, notes: 'a' }, elsewhere)).status).toBe(404);
  expect((await editor.get(`/participants/${person}/payments`)).status).toBe(403);
  const history = (caller: Caller) => caller.get(`/participants/${person}/history`);
  expect(JSON.stringify((await history(admin)).body)).toContain('Skrivni znesek');
  expect(JSON.stringify((await history(editor)).body)).not.toMatch(/payment|Skrivni/);
});

test('the history tells what was done to which payment, and why', async () => {
  const { id } = await add({ amount: '85', purpose: 'Oktober', expiration_date: yesterday });
  await change(id, { version: 1, status: 'completed', method: 'cash' });
  await change(id, { version: 2, status: 'pending', status_reason: 'Zamenjan otrok' });
  await change(id, { version: 3, amount: '80' });
  await staff.delete(`/payments/${id}`);
  const { results } = await staff.api.participant_history.list({ params: { id: person } });
  const told = results.filter(({ kind }) => kind.startsWith('payment'));
  const which = {
    field: 'payment',
    payment: expect.objectContaining({ id, purpose: 'Oktober', rest: false }),
  };
  expect(told.map(({ kind, actor, changes }) => [kind, actor, changes])).toEqual([
    ['payment_deleted', 'Nina', [which]],
    ['payment_changed', 'Nina', [which, { field: 'amount', from: '85.00', to: '80.00' }]],
    [
      'payment_changed',
      'Nina',
      [
        which,
        { field: 'status', from: 'completed', to: 'pending' },
        { field: 'status_reason', from: null, to: 'Zamenjan otrok' },
        { field: 'payment_date', from: today, to: null },
        { field: 'method', from: 'cash', to: null },
      ],
    ],
    [
      'payment_changed',
      'Nina',
      [
        which,
        { field: 'status', from: 'pending', to: 'completed' },
        { field: 'payment_date', from: null, to: today },
        { field: 'method', from: null, to: 'cash' },
      ],
    ],
    ['payment_added', 'Nina', [which]],
  ]);
  expect(told[0]?.changes[0]?.payment?.amount).toBe('80.00');
});

test('a move to another group changes nothing of them but the group', async () => {
  const { id } = await add({ amount: '85' });
  const other = await site.factories.group({ organization_id });
  await staff.patch(`/participants/${person}`, { version: 1, group_id: other.id });
  // a form that was open meanwhile is taken, and so is the undoing of what added it
  expect(await staff.api.payments.get({ params: { id } })).toMatchObject({ group_id: other.id, version: 1 });
  const { results } = await staff.api.participant_history.list({ params: { id: person } });
  expect(results.filter(({ kind }) => kind === 'payment_changed')).toEqual([]);
});
