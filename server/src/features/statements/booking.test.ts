import { addDays } from '@vpisnik/contract/rules/dates';
import type { MatchedEntry, StatementDetail } from '@vpisnik/contract/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  openStatementSchool,
  proposed,
  reference,
  type StatementSchool,
  today,
  yesterday,
} from '../../../test/statements.ts';

let site: TestApp;
let school: StatementSchool;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.rows('delete from rate_limits');
  school = await openStatementSchool(site);
});

describe('a transfer', () => {
  test('that is short pays a part, and the rest stays expected', async () => {
    const { person, due, brought, book, ofPerson, expectBalanced } = school;
    const luka = await person({ name: 'Luka Šuštar' });
    const { id } = await due(luka, '72.00', {
      reference_number: reference,
      expiration_date: addDays(today, 5),
    });
    const statement = await brought({ amount: '50.00', reference });
    expect(statement.entries[0]?.proposal).toMatchObject({
      reason: 'part',
      payments: [{ amount: '72.00', share: '50.00' }],
    });
    await book(statement.id, ...statement.entries.map(proposed));
    expect(await ofPerson(luka)).toMatchObject([
      { id, amount: '50.00', status: 'completed' },
      { amount: '22.00', status: 'pending', split_from: id, expiration_date: addDays(today, 5) },
    ]);
    await expectBalanced();
  });

  test('of another year is booked on its day, and one that the bank dates ahead on today', async () => {
    const { person, due, brought, book, payment, expectBalanced } = school;
    const [old, ahead] = [await due(await person(), '10.00'), await due(await person(), '20.00')];
    const [long, later] = [addDays(today, -800), addDays(today, 366)];
    const statement = await brought(
      { amount: '10.00', reference: old.reference_number, day: long },
      { amount: '20.00', reference: ahead.reference_number, day: later },
    );
    expect(statement).toMatchObject({ from_date: long, to_date: later, total: '30.00' });
    expect((await book(statement.id, ...statement.entries.map(proposed))).body).toMatchObject({ booked: 2 });
    expect(await payment(old.id)).toMatchObject({ status: 'completed', payment_date: long });
    expect(await payment(ahead.id)).toMatchObject({ status: 'completed', payment_date: today });
    await expectBalanced();
  });

  test('that is too much leaves credit, which is listed, pays another payment or is given back', async () => {
    const { staff, person, due, read, brought, book, expectBalanced } = school;
    const eva = await person({ name: 'Eva Kos' });
    await due(eva, '40.00', { reference_number: reference, expiration_date: yesterday });
    const { id: statement, entries } = await brought({ amount: '100.00', reference });
    expect(entries[0]?.proposal).toMatchObject({ reason: 'too_much', rest: '60.00' });
    await book(statement, ...entries.map(proposed));
    const waiting = async () => staff.api.bank_entries.list({ query: { with_total: true } });
    expect(await waiting()).toMatchObject({
      results: [{ rest: '60.00', paid: [{ amount: '40.00' }] }],
      total: 1,
      sums: [{ currency: 'EUR', credit: '60.00' }],
    });
    const next = await due(eva, '35.00', { expiration_date: addDays(today, 30) });
    const entry = entries[0]?.id ?? '';
    const found = await staff.api.bank_entries.payments({ params: { id: entry }, query: { search: 'kos' } });
    expect(found.results).toMatchObject([{ payment_id: next.id, amount: '35.00', is_paid: false }]);
    await book(statement, { id: entry, payments: [{ id: next.id, version: 1, amount: '35.00' }] });
    await expectBalanced();
    const [left] = (await waiting()).results;
    expect(left).toMatchObject({ rest: '25.00' });
    const aside = { aside: 'returned', version: left?.version };
    expect((await staff.patch(`/bank-entries/${entry}`, aside)).body).toMatchObject({
      aside: 'returned',
      rest: '25.00',
    });
    expect((await staff.patch(`/bank-entries/${entry}`, aside)).body.code).toBe('edit_conflict');
    expect(await waiting()).toMatchObject({ results: [], sums: [] });
    expect(await read(statement)).toMatchObject({
      paid: '75.00',
      aside: '25.00',
      credit: '0.00',
      waiting_count: 0,
    });
    await expectBalanced();
  });

  test('pays for two children of one address, and is known by its account the next time', async () => {
    const { person, due, brought, book, expectBalanced } = school;
    const email = 'kovac@example.com';
    const children = [
      await person({ name: 'Tim Kovačič', email }),
      await person({ name: 'Zala Kovačič', email }),
    ];
    for (const child of children) await due(child, '79.00', { expiration_date: yesterday });
    const iban = 'SI56020360253863406';
    const { id, entries } = await brought({ amount: '158.00', name: 'KOVACIC MATEJA', iban });
    expect(entries[0]?.proposal).toMatchObject({ certainty: 'probable', reason: 'several' });
    await book(id, ...entries.map(proposed));
    const [tim = ''] = children;
    const december = await due(tim, '79.00', { expiration_date: addDays(today, 30) });
    const next = await brought({ amount: '79.00', name: 'Nekdo Drug', iban });
    expect(next.entries[0]?.proposal).toMatchObject({
      reason: 'payer',
      payments: [{ payment_id: december.id }],
    });
    await expectBalanced();
  });

  test('is booked on a payment that was marked as paid by hand, which stays as it was', async () => {
    const { staff, person, due, brought, book, payment } = school;
    const maja = await person();
    const paid = {
      status: 'completed',
      method: 'bank_transfer',
      payment_date: yesterday,
      reference_number: reference,
    };
    const { id } = await due(maja, '58.00', paid);
    const statement = await brought({ amount: '58.00', reference });
    expect(statement.entries[0]?.proposal).toMatchObject({ reason: 'booked', payments: [{ is_paid: true }] });
    await book(statement.id, ...statement.entries.map(proposed));
    expect(await payment(id)).toMatchObject({ version: 1, status: 'completed' });
    await staff.api.statements.undo({ params: { id: statement.id } });
    expect(await payment(id)).toMatchObject({ version: 1, status: 'completed' });
  });

  test('is found by name, telephone, reference and amount; set aside, it is no longer proposed', async () => {
    const { staff, person, due, read, brought, book, expectBalanced } = school;
    const ana = await person({ name: 'Ana Žnidaršič', phone: '070 330 562' });
    const { id } = await due(ana, '12.50', { reference_number: reference });
    const { id: statement, entries } = await brought({ amount: '12.50', name: 'Nekdo Drug' });
    const [entry] = entries;
    expect(entry?.proposal).toBeNull();
    const phones = ['070 330 562', '+386 70 330 562', 'znidarsic 070/330-562'];
    const written = ['12,50', reference.slice(4, 12), `SI12 ${reference.slice(4)}`];
    for (const search of ['', 'znidarsic', ...phones, ...written]) {
      const found = await staff.api.bank_entries.payments({
        params: { id: entry?.id ?? '' },
        query: { search },
      });
      expect([search, found.results.map((one) => one.payment_id)]).toEqual([search, [id]]);
    }
    const nothing = await staff.api.bank_entries.payments({
      params: { id: entry?.id ?? '' },
      query: { search: 'nihče' },
    });
    expect(nothing.results).toEqual([]);
    await staff.patch(`/bank-entries/${entry?.id}`, { aside: 'other', version: entry?.version });
    expect(await read(statement)).toMatchObject({ waiting_count: 0, aside: '12.50' });
    const answer = await book(statement, {
      id: entry?.id ?? '',
      payments: [{ id, version: 1, amount: '12.50' }],
    });
    expect(answer.body).toEqual({ booked: 0, skipped: [{ id: entry?.id, code: 'entry_changed' }] });
    await expectBalanced();
  });
});

describe('confirming', () => {
  test('skips a payment that is gone, and books the others', async () => {
    const { staff, person, due, brought, book, expectBalanced } = school;
    const [gone, other] = [await due(await person(), '10.00'), await due(await person(), '20.00')];
    const { id, entries } = await brought({ amount: '10.00' }, { amount: '20.00' });
    await staff.delete(`/payments/${gone.id}`);
    const share = (of: { id: string; amount: string }) => ({
      id: entries.find(({ amount }) => amount === of.amount)?.id ?? '',
      payments: [{ id: of.id, version: 1, amount: of.amount }],
    });
    expect((await book(id, share(gone), share(other))).body).toEqual({
      booked: 1,
      skipped: [{ id: share(gone).id, code: 'payment_changed' }],
    });
    await expectBalanced();
  });

  test('two at once link a payment that was marked as paid by hand once, and book the others', async () => {
    const { person, due, brought, book, payment, expectBalanced, whileLocked } = school;
    const byHand = await due(await person(), '10.00', {
      status: 'completed',
      method: 'bank_transfer',
      payment_date: yesterday,
    });
    const open = await due(await person(), '33.00');
    const { id, entries } = await brought({ amount: '10.00' }, { amount: '10.00' }, { amount: '33.00' });
    const [one, two] = entries.filter(({ amount }) => amount === '10.00').map((entry) => entry.id);
    const three = entries.find(({ amount }) => amount === '33.00')?.id;
    const link = (entry = '', of = byHand) => ({
      id: entry,
      payments: [{ id: of.id, version: 1, amount: of.amount }],
    });
    const both = await whileLocked(byHand.id, () => [
      book(id, link(one)),
      book(id, link(two), link(three, open)),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.reduce((sum, { body }) => sum + body.booked, 0)).toBe(2);
    expect(await payment(open.id)).toMatchObject({ status: 'completed' });
    await expectBalanced();
  });

  test('skips what changed since it was seen, and books the others', async () => {
    const { staff, person, due, brought, book, expectBalanced } = school;
    const people = [await person(), await person()];
    const [first, second] = [await due(people[0] ?? '', '10.00'), await due(people[1] ?? '', '20.00')];
    const { id, entries } = await brought({ amount: '10.00' }, { amount: '20.00' });
    const [ten, twenty] = entries.toSorted((a, b) => a.amount.localeCompare(b.amount));
    await staff.api.payments.update({ params: { id: first.id }, body: { purpose: 'November', version: 1 } });
    const share = (entry: MatchedEntry | undefined, of: { id: string; amount: string }) => ({
      id: entry?.id ?? '',
      payments: [{ id: of.id, version: 1, amount: of.amount }],
    });
    const { body } = await book(id, share(ten, first), share(twenty, second));
    expect(body).toEqual({ booked: 1, skipped: [{ id: ten?.id, code: 'payment_changed' }] });
    expect((await book(id, share(twenty, second))).body.skipped).toEqual([
      { id: twenty?.id, code: 'payment_changed' },
    ]);
    await expectBalanced();
  });

  test('of one reference pay a payment in parts: each is proposed at once, and books what the others left', async () => {
    const { staff, person, due, read, brought, book, ofPerson, expectBalanced } = school;
    const luka = await person({ name: 'Luka Šuštar' });
    const { id: whole } = await due(luka, '100.00', { reference_number: reference });
    const statement = await brought(
      { amount: '60.00', reference, bank: 'B-1' },
      { amount: '40.00', reference, bank: 'B-2' },
    );
    const reasons = ({ entries }: StatementDetail) =>
      entries.map(({ proposal }) => proposal && [proposal.reason, proposal.payments[0]?.amount]);
    expect(reasons(statement)).toEqual([
      ['part', '100.00'],
      ['rest', '40.00'],
    ]);
    // the payment is another one once a part of it is booked, whichever that is
    const { body } = await book(statement.id, ...statement.entries.toReversed().map(proposed));
    expect(body).toEqual({
      booked: 1,
      skipped: [{ id: statement.entries[0]?.id, code: 'payment_changed' }],
    });
    const after = await read(statement.id);
    expect(reasons(after)).toEqual([['reference', '60.00'], null]);
    await book(statement.id, ...after.entries.slice(0, 1).map(proposed));
    expect((await ofPerson(luka)).map(({ amount, status }) => [amount, status]).sort()).toEqual([
      ['40.00', 'completed'],
      ['60.00', 'completed'],
    ]);
    expect(await staff.post(`/statements/${statement.id}/undo`, {})).toMatchObject({ status: 200 });
    expect(await ofPerson(luka)).toMatchObject([{ id: whole, amount: '100.00', status: 'pending' }]);
    await expectBalanced();
  });

  test('takes a transfer and a payment once, no more than there is, and nothing of others', async () => {
    const { person, due, brought, book, expectBalanced } = school;
    const { id: payment_id } = await due(await person(), '50.00');
    const { id, entries } = await brought({ amount: '30.00' }, { amount: '30.00' });
    const [one, other] = entries.map((entry) => entry.id);
    const share = (entry = '', amount = '30.00') => ({
      id: entry,
      payments: [{ id: payment_id, version: 1, amount }],
    });
    const twice = [...share(one).payments, ...share(one).payments];
    expect((await book(id, share(one), share(one))).body.errors).toEqual([
      { path: 'entries.1.id', code: 'duplicate' },
    ]);
    expect((await book(id, { id: other ?? '', payments: twice })).body.errors).toEqual([
      { path: 'entries.0.payments.1.id', code: 'duplicate' },
    ]);
    expect((await book(id, share(one, '40.00'))).body.skipped).toEqual([{ id: one, code: 'entry_changed' }]);
    expect((await book(id, share(one, '50.01'))).body.errors).toMatchObject([{ code: 'amount_too_large' }]);
    expect((await book(id, share(one, '0'))).status).toBe(422);
    // one of another organisation is like one that is gone
    const elsewhere = await site.factories.payment();
    expect(
      (await book(id, { id: one ?? '', payments: [{ id: elsewhere.id, version: 1, amount: '1.00' }] })).body,
    ).toEqual({ booked: 0, skipped: [{ id: one, code: 'payment_changed' }] });
    const foreign = await site.factories.bankEntry();
    expect((await book(id, share(foreign.id))).status).toBe(404);
    // two people at once: one of them pays a part, the other is told
    const both = await Promise.all([book(id, share(one)), book(id, share(other))]);
    expect(both.map(({ body }) => body.booked).sort()).toEqual([0, 1]);
    await expectBalanced();
  });

  test('never books more than a transfer brought, whatever the code does', async () => {
    const { organization_id, person, due } = school;
    const { id: payment_id } = await due(await person(), '50.00', { status: 'completed' });
    const entry = await site.factories.bankEntry({ organization_id, amount: '49.99' });
    const over = site.factories.bankEntryPayment({
      organization_id,
      entry_id: entry.id,
      payment_id,
      amount: '50.00',
    });
    await expect(over).rejects.toMatchObject({ cause: { constraint: 'bank_entries_paid_check' } });
  });
});
