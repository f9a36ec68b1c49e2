import type { BankStatement, StatementTable } from '@vpisnik/contract/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { ownIban } from '../../../test/outside/camt.ts';
import {
  file,
  openStatementSchool,
  proposed,
  reference,
  type StatementSchool,
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

describe('a table', () => {
  const header = 'Datum knjiženja;V dobro;V breme;Plačnik;Sklic;Namen';
  const day = `${Number(yesterday.slice(8))}. ${Number(yesterday.slice(5, 7))}. ${yesterday.slice(0, 4)}`;
  const row = (amount: string, name: string, sklic = '', words = 'Vadnina') =>
    `${day};${amount};;${name};${sklic};${words}`;
  const csv = (...rows: string[]) => [header, ...rows].join('\n');
  const mapping = 'row=0&day=0&credit=1&debit=2&payer_name=3&reference=4&text=5';
  const post = <Reply>(path: string, content: string, caller = school.staff) =>
    caller.post<Reply & Record<string, unknown>>(path, Buffer.from(content), { 'content-type': 'text/csv' });
  const look = (content: string, query = '', caller = school.staff) =>
    post<StatementTable>(`/statements/table?${query}`, content, caller);
  const bring = (content: string, query = mapping, caller = school.staff) =>
    post<BankStatement>(`/statements?file_name=promet.csv&${query}`, content, caller);
  const settle = (caller = school.staff) =>
    caller.patch('/payment-settings', {
      ...{ recipient: 'Društvo Žar', street: 'Tržaška 12', town: '1000 Ljubljana', iban: ownIban, bic: '' },
      ...{ purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' },
    });

  test('is read as its columns are guessed, imported as they are chosen, and remembered by its header', async () => {
    const { staff, person, due, read, book, payment, expectBalanced } = school;
    await settle();
    const { id } = await due(await person({ name: 'Brina Lah' }), '58.00', { reference_number: reference });
    const file = csv(
      row('58,00', 'Petra Lah', reference),
      row('1.234,50', 'Eva Kos'),
      `${day};;9,00;Dvorana;;`,
    );
    expect((await look(file)).body).toMatchObject({
      mapping: { row: 0, day: 0, credit: 1, debit: 2, payer_name: 3, reference: 4, text: 5 },
      is_remembered: false,
      content: {
        ...{ count: 2, total: '1292.50', from_date: yesterday, to_date: yesterday },
        ...{ outgoing_count: 1, unread_count: 0 },
        transfers: [{ amount: '58.00', payer_name: 'Petra Lah', reference }, { amount: '1234.50' }],
      },
    });
    // nothing was written, and people know better what the words are
    expect((await staff.api.statements.list({})).results).toEqual([]);
    const chosen = mapping.replace('text=5', 'text=3').replace('payer_name=3', 'payer_name=5');
    const { status, body } = await bring(file, chosen);
    expect([status, body]).toMatchObject([201, { account: ownIban, entry_count: 2, total: '1292.50' }]);
    expect((await look(csv(row('1,00', 'Ana')))).body).toMatchObject({
      is_remembered: true,
      mapping: { payer_name: 5, text: 3 },
    });
    const { entries } = await read(body.id);
    const sure = entries.filter(({ proposal }) => proposal?.certainty === 'sure');
    await book(body.id, ...sure.map(proposed));
    expect(await payment(id)).toMatchObject({ status: 'completed', payment_date: yesterday });
    await expectBalanced();
    // another organisation knows nothing of it
    const other = await site.factories.organization({ currency: 'EUR' });
    const stranger = site.as(await site.factories.member({ organization_id: other.id }));
    expect((await look(csv(row('1,00', 'Ana')), '', stranger)).body).toMatchObject({ is_remembered: false });
    // undone, it is no example any more
    expect((await staff.post(`/statements/${body.id}/undo`, {})).status).toBe(200);
    expect((await look(csv(row('1,00', 'Ana')))).body.is_remembered).toBe(false);
    await expectBalanced();
  });

  test('that is there twice, or overlaps another one, brings each transfer once', async () => {
    const { expectBalanced } = school;
    await settle();
    const [ena, dve, tri] = [row('5,00', 'Ena Kos'), row('5,00', 'Ena Kos'), row('7,00', 'Tri Rus')];
    expect((await bring(csv(ena, dve))).body).toMatchObject({ entry_count: 2, total: '10.00' });
    expect((await bring(csv(ena, dve))).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    const later = await bring(`Promet;;;;;\n${csv(ena, dve, dve, tri)}`, mapping.replace('row=0', 'row=1'));
    expect(later.body).toMatchObject({ entry_count: 2, total: '12.00', known_count: 2 });
    await expectBalanced();
  });

  test('tells what a camt statement told before as perhaps imported already, and the other way round', async () => {
    const { staff, send, read, brought, expectBalanced } = school;
    await settle();
    const lah = { amount: '58.00', name: 'PETRA LAH', text: 'Vadnina november', bank: 'B-1' };
    const first = await brought(lah, { amount: '35.00', name: 'Eva Kos', bank: 'B-2' });
    const { body } = await bring(
      csv(row('58,00', 'Petra Lah'), row('58,00', 'Petra Lah'), row('35,00', 'Ana Rus')),
    );
    // one of two equal ones is there already; 35 € came from another person
    expect(body).toMatchObject({ entry_count: 2, total: '93.00', known_count: 0 });
    const [left, ...more] = (await read(body.id)).alike;
    expect([left, more]).toMatchObject([{ amount: '58.00', earlier_id: first.id }, []]);
    await expectBalanced();
    const again = await send(file(lah, { amount: '35.00', name: 'Rus Ana', bank: 'B-3' }));
    expect(again.body).toMatchObject({ entry_count: 0, known_count: 1 });
    expect((await read(again.body.id)).alike).toMatchObject([{ amount: '35.00', earlier_id: body.id }]);
    await staff.post(`/statements/${body.id}/take`, { keys: [left?.key] });
    expect((await read(body.id)).entry_count).toBe(3);
    expect((await bring(csv(row('58,00', 'Petra Lah'), row('58,00', 'Petra Lah')))).body.errors).toEqual([
      { path: 'file', code: 'statement_known' },
    ]);
    await expectBalanced();
  });

  test.each([
    ['statement_no_account', csv(row('1,00', 'Ana')), mapping],
    ['statement_empty', csv(`${day};;1,00;Ana;;`), `${mapping}&account=3`],
    ['table_unread', csv('jutri;1,00;;Ana;;'), mapping],
    ['table_unread', csv(row('1,00', 'Ana')), 'row=0&credit=1'],
    ['not_a_sheet', '<Document/>', mapping],
    ['no_rows', header, mapping],
  ])('says why it is not taken: %s', async (code, content, query) => {
    const answer = await bring(content, query);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: 'file', code }]]);
  });

  test('of another account or currency is refused', async () => {
    const { organization_id } = school;
    await settle();
    const refused = async (name: string, cell: string) => {
      const content = `${header};${name}\n${row('1,00', 'Ana')};${cell}\n`;
      return (await bring(content, `${mapping}&${name}=6`)).body.errors;
    };
    expect(await refused('account', 'SI56020360253863406')).toMatchObject([
      { code: 'statement_other_account' },
    ]);
    expect(await refused('currency', 'CHF')).toMatchObject([{ code: 'statement_currency' }]);
    const member = await site.factories.member({ organization_id, role: 'GROUP_ADMIN' });
    expect((await look(csv(), '', site.as(member))).status).toBe(403);
  });
});
