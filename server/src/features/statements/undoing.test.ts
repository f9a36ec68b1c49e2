import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { siReference } from '@vpisnik/contract/rules/references';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  file,
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

describe('undoing', () => {
  test('gives back everything, joins split payments again, and lets the file come anew', async () => {
    const { staff, person, due, read, brought, book, ofPerson, expectBalanced } = school;
    const luka = await person();
    const { id } = await due(luka, '72.00', {
      reference_number: reference,
      expiration_date: addDays(today, 5),
    });
    const transfers = [{ amount: '50.00', reference }, { amount: '9.00' }];
    const { id: statement, entries } = await brought(...transfers);
    await book(statement, ...entries.filter(({ proposal }) => proposal).map(proposed));
    expect(await staff.api.statements.undo({ params: { id: statement } })).toMatchObject({
      paid: '0.00',
      waiting_count: 0,
    });
    expect(await ofPerson(luka)).toMatchObject([
      {
        id,
        amount: '72.00',
        status: 'pending',
        payment_date: null,
        method: null,
        expiration_date: addDays(today, 5),
      },
    ]);
    expect(await read(statement)).toMatchObject({ entries: [], undone_at: expect.any(String) });
    expect((await staff.post(`/statements/${statement}/undo`)).body.code).toBe('undo_not_possible');
    expect((await brought(...transfers)).known_count).toBe(0);
    await expectBalanced();
  });

  test('joins a rest that the same import paid as well, in parts again, and restores why it was failed', async () => {
    const { staff, person, due, read, brought, book, ofPerson, expectBalanced } = school;
    const brina = await person();
    const { id } = await due(brina, '100.00', {
      reference_number: reference,
      status: 'failed',
      status_reason: 'Ni kritja',
    });
    const amounts = ['60.00', '25.00', '15.00'];
    const { id: statement } = await brought(...amounts.map((amount) => ({ amount, reference })));
    for (const amount of amounts) {
      const entry = (await read(statement)).entries.find((one) => one.amount === amount);
      const [owed] = (await ofPerson(brina)).filter(({ status }) => status !== 'completed');
      const { body } = await book(statement, {
        id: entry?.id ?? '',
        payments: [{ id: owed?.id ?? '', version: owed?.version ?? 0, amount }],
      });
      expect(body.booked).toBe(1);
    }
    expect((await ofPerson(brina)).map((one) => one.status)).toEqual(['completed', 'completed', 'completed']);
    const paid = (await read(statement)).entries.flatMap((entry) => entry.paid);
    expect(paid.map(({ is_changed }) => is_changed)).toEqual([false, false, false]);
    await staff.api.statements.undo({ params: { id: statement } });
    expect(await ofPerson(brina)).toMatchObject([
      { id, amount: '100.00', status: 'failed', status_reason: 'Ni kritja', payment_date: null },
    ]);
    await expectBalanced();
  });

  test('stops at a payment that was changed since, and names it; expiry changes nothing', async () => {
    const { staff, person, due, read, brought, book, payment, expectBalanced } = school;
    const luka = await person({ name: 'Luka Šuštar' });
    const { id } = await due(luka, '72.00', { reference_number: reference, expiration_date: yesterday });
    const { id: statement, entries } = await brought({ amount: '50.00', reference });
    await book(statement, ...entries.map(proposed));
    await site.rows(`update payments set status = 'expired' where split_from = $1`, [id]);
    expect((await read(statement)).entries[0]?.paid).toMatchObject([{ is_changed: false }]);
    const { version } = await payment(id);
    await staff.api.payments.update({ params: { id }, body: { notes: 'Vprašati', version } });
    expect((await read(statement)).entries[0]?.paid).toMatchObject([
      { participant_name: 'Luka Šuštar', is_changed: true },
    ]);
    expect(await staff.post(`/statements/${statement}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'undo_not_possible' },
    });
    await expectBalanced();
  });

  test('is not needed for a payment that is corrected by hand: its money waits again', async () => {
    const { staff, person, due, read, brought, book, payment, expectBalanced } = school;
    const { id } = await due(await person(), '58.00', { reference_number: reference });
    const { id: statement, entries } = await brought({ amount: '58.00', reference });
    await book(statement, ...entries.map(proposed));
    const { version } = await payment(id);
    await staff.api.payments.update({
      params: { id },
      body: { status: 'pending', status_reason: 'Pomota', version },
    });
    expect(await read(statement)).toMatchObject({
      paid: '0.00',
      credit: '58.00',
      entries: [{ paid: [], proposal: { reason: 'reference' } }],
    });
    await expectBalanced();
  });
});

test('no cent is lost, whatever is imported, booked, corrected and undone in whatever order', async () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant('import' as const),
      amounts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      act: fc.constantFrom(
        'again' as const,
        'book' as const,
        'pay' as const,
        'aside' as const,
        'correct' as const,
        'undo' as const,
      ),
      at: fc.nat(20),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { organization_id, staff, person, due, send, read, book, payment, expectBalanced } =
        await openStatementSchool(site);
      const serials = ['340123456780', '350123456781'];
      const owed: string[] = [];
      for (const [at, serial] of serials.entries()) {
        const someone = await person();
        for (const amount of ['1.00', '2.50'])
          owed.push(
            (
              await due(someone, amount, {
                reference_number: siReference(serial),
                expiration_date: addDays(today, at),
              })
            ).id,
          );
      }
      const expected = 7_00n;
      const files: string[] = [];
      const statements: string[] = [];
      const of = <T>(list: readonly T[], at: number) => list[at % Math.max(1, list.length)];
      for (const [number, one] of steps.entries()) {
        await site.rows('delete from rate_limits');
        if (one.act === 'import' || one.act === 'again') {
          const made =
            one.act === 'import'
              ? file(
                  ...one.amounts.map((each, place) => ({
                    amount: wireOf(BigInt(each) * 50n),
                    reference: siReference(of(serials, each + place) ?? ''),
                    bank: place % 2 === 0 ? `${number}-${place}` : 'NOTPROVIDED',
                  })),
                )
              : of(files, one.at);
          if (made === undefined) continue;
          files.push(made);
          const answer = await send(made);
          expect([201, 422]).toContain(answer.status);
          if (answer.status === 201) statements.push(answer.body.id);
        } else if (one.act === 'correct') {
          const row = await payment(of(owed, one.at) ?? '');
          if (row.status === 'completed')
            await staff.api.payments.update({
              params: { id: row.id },
              body: { status: 'pending', status_reason: 'x', version: row.version },
            });
        } else {
          const id = of(statements, one.at);
          if (id === undefined) continue;
          const { entries } = await read(id);
          const entry = of(entries, one.at);
          if (one.act === 'undo')
            expect([200, 409]).toContain((await staff.post(`/statements/${id}/undo`)).status);
          else if (one.act === 'aside' && entry)
            await staff.patch(`/bank-entries/${entry.id}`, {
              aside: entry.aside ? null : 'other',
              version: entry.version,
            });
          else if (one.act === 'book') {
            const sure = entries.filter(({ proposal }) => proposal).map(proposed);
            if (sure.length > 0) expect((await book(id, ...sure)).status).toBe(200);
          } else if (entry) {
            const [found] = (
              await staff.api.bank_entries.payments({ params: { id: entry.id }, query: { search: 'Maja' } })
            ).results;
            const cents =
              found && [centsOf(found.amount), centsOf(entry.rest)].sort((a, b) => (a < b ? -1 : 1))[0];
            if (found && !found.is_paid && cents)
              await book(id, {
                id: entry.id,
                payments: [{ id: found.payment_id, version: found.version, amount: wireOf(cents) }],
              });
          }
        }
        await expectBalanced();
        const [all] = await site.rows<{ sum: string }>(
          'select sum(amount)::text as sum from payments where organization_id = $1',
          [organization_id],
        );
        expect(centsOf(all?.sum ?? '')).toBe(expected);
      }
    }),
    { numRuns: 12 },
  );
});
