import type { Payment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { siReference } from '@vpisnik/contract/rules/references';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type {
  BankEntry,
  BankStatement,
  MatchedEntry,
  StatementDetail,
  StatementTable,
} from '@vpisnik/contract/statements';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { camt, camtFile, ownIban, statementOf, type Transfer } from '../../../test/outside/camt.ts';
import { until } from '../../../test/until.ts';
import { purge } from '../../background/purge.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
const yesterday = addDays(today, -1);
const reference = siReference('340123456780');

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.rows('delete from rate_limits');
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id })).id;
  staff = site.as(await member({ organization_id }));
});

const person = async (given: { name?: string; email?: string } = {}) =>
  (await site.factories.participant({ organization_id, group_id, ...given })).id;
const due = (participant_id: string, amount: string, more: object = {}) =>
  site.factories.payment({ organization_id, participant_id, amount, ...more });
const send = (file: string | Buffer, caller = staff) =>
  caller.post<BankStatement & Record<string, unknown>>(
    '/statements?file_name=izpisek.xml',
    Buffer.from(file),
    {
      'content-type': 'application/xml',
    },
  );
const file = (...transfers: Transfer[]) => camt(transfers.map((one) => ({ day: yesterday, ...one })));
const read = (id: string): Promise<StatementDetail> => staff.api.statements.get({ params: { id } });

/** An import and what it proposes. */
async function brought(...transfers: Transfer[]): Promise<StatementDetail> {
  const { status, body } = await send(file(...transfers));
  expect(status).toBe(201);
  return read(body.id);
}

/** What is proposed for a transfer, as it is confirmed. */
const proposed = ({ id, proposal }: MatchedEntry) => ({
  id,
  payments: (proposal?.payments ?? []).map((one) => ({
    id: one.payment_id,
    version: one.version,
    amount: one.share,
  })),
});
const book = (statement: string, ...entries: ReturnType<typeof proposed>[]) =>
  staff.post<{ booked: number; skipped: { id: string; code: string }[] } & Record<string, unknown>>(
    `/statements/${statement}/confirm`,
    { entries },
  );
const payment = (id: string): Promise<Payment> => staff.api.payments.get({ params: { id } });
const ofPerson = async (id: string) => (await staff.api.payments.ofParticipant({ params: { id } })).results;

/** Every cent of an organisation's transfers, as SQL alone counts it: they are what payments took, what waits and what is aside. */
async function expectBalanced(): Promise<void> {
  const [sums] = await site.rows<Record<string, string>>(
    `select coalesce(sum(amount), 0)::text as came, coalesce(sum(paid), 0)::text as paid,
       (select coalesce(sum(b.amount), 0)::text from bank_entry_payments b where b.organization_id = $1) as booked,
       (select coalesce(sum(p.amount), 0)::text from bank_entry_payments b
         join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
         where b.organization_id = $1 and p.status in ('completed', 'refunded')) as received,
       count(*) filter (where paid > amount)::text as over
     from bank_entries where organization_id = $1`,
    [organization_id],
  );
  const [told] = await site.rows<{ came: string }>(
    `select coalesce(sum(total), 0)::text as came from bank_statements where organization_id = $1 and undone_at is null`,
    [organization_id],
  );
  const cents = (text = '') => centsOf(text);
  expect(cents(sums?.paid)).toBe(cents(sums?.booked));
  expect(cents(sums?.booked)).toBe(cents(sums?.received));
  expect(cents(sums?.came)).toBe(cents(told?.came));
  expect(sums?.over).toBe('0');
  const all = (await staff.api.statements.list({ query: { limit: 200 } })).results;
  for (const { total, paid, aside, credit, undone_at } of all)
    expect(centsOf(paid) + centsOf(aside) + centsOf(credit)).toBe(undone_at ? 0n : centsOf(total));
}

/** Begins two works while a row of a payment is locked, and lets it go when both wait. */
async function whileLocked<Result>(payment_id: string, work: () => Promise<Result>[]): Promise<Result[]> {
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query('select from payments where id = $1 for update', [payment_id]);
    const begun = Promise.all(work());
    await until(async () => {
      const waiting = await site.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(2);
    });
    await client.query('commit');
    return await begun;
  } finally {
    client.release();
  }
}

describe('an import', () => {
  test('proposes by reference and amount, books it on confirmation, and waits until then', async () => {
    const lah = await person({ name: 'Brina Lah' });
    const { id } = await due(lah, '58.00', {
      reference_number: reference,
      expiration_date: addDays(today, 5),
    });
    const statement = await brought({
      amount: '58.00',
      name: 'Petra Lah',
      reference: 'SI12 340123456780 0'.slice(0, 18) + reference.slice(-1),
    });
    const [entry] = statement.entries;
    expect(statement).toMatchObject({
      account: ownIban,
      entry_count: 1,
      total: '58.00',
      paid: '0.00',
      credit: '58.00',
    });
    expect(entry).toMatchObject({
      day: yesterday,
      rest: '58.00',
      proposal: {
        certainty: 'sure',
        reason: 'reference',
        rest: '0.00',
        payments: [{ payment_id: id, share: '58.00' }],
      },
    });
    expect(await payment(id)).toMatchObject({ status: 'pending', payment_date: null });
    expect((await book(statement.id, ...statement.entries.map(proposed))).body).toEqual({
      booked: 1,
      skipped: [],
    });
    expect(await payment(id)).toMatchObject({
      status: 'completed',
      payment_date: yesterday,
      method: 'bank_transfer',
    });
    expect((await read(statement.id)).entries).toMatchObject([
      {
        rest: '0.00',
        proposal: null,
        paid: [{ payment_id: id, participant_name: 'Brina Lah', amount: '58.00', is_changed: false }],
      },
    ]);
    await expectBalanced();
  });

  test('of the same file, or of a part of it, changes nothing', async () => {
    const [ena, dve] = [{ amount: '10.00', bank: 'B-1' }, { amount: '20.00' }];
    await brought(ena, dve, dve);
    const again = await send(file(ena, dve, dve));
    expect([again.status, again.body.errors]).toEqual([422, [{ path: 'file', code: 'statement_known' }]]);
    const month = await brought(ena, dve, dve, dve, { amount: '30.00' });
    expect(month).toMatchObject({ entry_count: 2, total: '50.00', known_count: 3 });
    expect(month.known_at).not.toBeNull();
    // at once as well
    const twice = await Promise.all([1, 2].map(() => send(file({ amount: '5.00', bank: 'B-5' }))));
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 422]);
    await expectBalanced();
  });

  test('names what another statement told alike, and takes both of them from one file', async () => {
    const mother = { amount: '35.00', name: 'Petra Lah', text: 'Vadnina', day: yesterday };
    const notice = (id: string, ...more: Transfer[]) =>
      statementOf([mother, ...more], { message: '054', id });
    const notices = (...all: string[]) => send(camtFile(all, { message: '054' }));
    const first = await notices(notice('N-1'));
    const alike = await notices(notice('N-2'));
    expect(alike).toMatchObject({ status: 201, body: { entry_count: 0, total: '0.00', known_count: 0 } });
    // they are asked about once
    expect((await notices(notice('N-2'))).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    expect((await notices(notice('N-1'))).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    const { body } = await notices(notice('N-3', { amount: '7.00', name: 'Janez Kos', day: yesterday }));
    expect(body).toMatchObject({ entry_count: 1, total: '7.00', known_count: 0 });
    expect(await read(body.id)).toMatchObject({
      entries: [{ amount: '7.00' }],
      alike: [{ earlier_id: first.body.id, amount: '35.00', payer_name: 'Petra Lah' }],
    });
    const both = await notices(notice('N-1'), notice('N-2'), notice('N-1'));
    expect(both.body).toMatchObject({ entry_count: 1, total: '35.00', known_count: 2 });
    await expectBalanced();
  });

  test('imports what another statement told alike once that one is undone, and lets nobody take it then', async () => {
    const mother = { amount: '35.00', name: 'Petra Lah', text: 'Vadnina', day: yesterday };
    const notices = (id: string) =>
      send(camtFile([statementOf([mother], { message: '054', id })], { message: '054' }));
    const first = await notices('N-1');
    const asked = await notices('N-2');
    const [{ key } = { key: '' }] = (await read(asked.body.id)).alike;
    await staff.post(`/statements/${first.body.id}/undo`, {});
    expect((await notices('N-2')).body).toMatchObject({ entry_count: 1, total: '35.00' });
    expect((await notices('N-2')).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    expect((await read(asked.body.id)).alike).toEqual([]);
    await staff.post(`/statements/${asked.body.id}/take`, { keys: [key] });
    expect((await staff.api.bank_entries.list({ query: {} })).results).toHaveLength(1);
    await expectBalanced();
  });

  test('takes what another statement told alike as new, once, and undoes it with the rest', async () => {
    const mother = { amount: '35.00', name: 'Petra Lah', text: 'Vadnina', day: yesterday };
    const notice = (id: string, ...more: Transfer[]) =>
      statementOf([mother, ...more], { message: '054', id });
    const notices = (...all: string[]) => send(camtFile(all, { message: '054' }));
    const first = await notices(notice('N-1'));
    const { id } = (await notices(notice('N-2', { ...mother }, { amount: '7.00', day: yesterday }))).body;
    const keysOf = async () => (await read(id)).alike.map(({ key }) => key);
    const keys = await keysOf();
    expect(keys).toHaveLength(1);
    const take = () =>
      staff.post<BankStatement & Record<string, unknown>>(`/statements/${id}/take`, { keys });
    // two of the staff at once
    await Promise.all([take(), take()]);
    expect((await take()).body).toMatchObject({ entry_count: 3, total: '77.00', credit: '77.00' });
    expect(await keysOf()).toEqual([]);
    await expectBalanced();
    // none of them comes again, however it is told
    for (const again of [[notice('N-2', mother)], [notice('N-1'), notice('N-2', mother)]])
      expect((await notices(...again)).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    const other = await site.factories.organization({ currency: 'EUR' });
    const stranger = site.as(await site.factories.member({ organization_id: other.id }));
    expect((await stranger.post(`/statements/${id}/take`, { keys })).status).toBe(404);
    await staff.post(`/statements/${id}/undo`, {});
    expect((await take()).status).toBe(404);
    await expectBalanced();
    // without the import that told it first nothing is like it
    await staff.post(`/statements/${first.body.id}/undo`, {});
    expect((await notices(notice('N-2', mother))).body).toMatchObject({ entry_count: 2, total: '70.00' });
    await expectBalanced();
  });

  test('of the largest amounts is summed up', async () => {
    const many = (tag: string) =>
      file(...Array.from({ length: 60 }, (_, at) => ({ amount: '9999999999.99', bank: `${tag}-${at}` })));
    for (const tag of ['A', 'B']) expect((await send(many(tag))).status).toBe(201);
    expect((await staff.api.bank_entries.list({ query: {} })).sums).toEqual([
      { currency: 'EUR', credit: '1199999999998.80' },
    ]);
    await expectBalanced();
  });

  test.each([
    ['statement_currency', () => file({ amount: '1.00', currency: 'CHF' })],
    ['statement_empty', () => file({ amount: '1.00', way: 'DBIT' })],
    [
      'statement_several_accounts',
      () =>
        camtFile([
          statementOf([{ amount: '1' }]),
          statementOf([{ amount: '1' }], { iban: 'SI56020360253863406' }),
        ]),
    ],
    ['statement_broken', () => file({ amount: '1.00' }).slice(0, -9)],
    [
      'statement_has_entities',
      () => file({ amount: '1.00' }).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'),
    ],
    ['not_a_statement', () => 'ime;priimek'],
  ])('says why a file is not taken: %s', async (code, make) => {
    const answer = await send(make());
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: 'file', code }]]);
    expect((await staff.api.statements.list({})).results).toEqual([]);
  });

  test('of another account is refused once the organisation has said its own', async () => {
    const settings = { recipient: 'Društvo Žar', street: 'Tržaška 12', town: '1000 Ljubljana', bic: '' };
    const more = { iban: ownIban, purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' };
    await staff.patch('/payment-settings', { ...settings, ...more });
    const other = camt([{ amount: '1.00' }], { iban: 'SI56020360253863406' });
    expect((await send(other)).body.errors).toEqual([{ path: 'file', code: 'statement_other_account' }]);
    expect((await send(file({ amount: '1.00' }))).status).toBe(201);
  });

  test('is for those who manage the whole organisation', async () => {
    const { id } = await brought({ amount: '1.00' });
    const member = await site.factories.member({ organization_id, role: 'GROUP_ADMIN' });
    expect((await site.as(member).get(`/statements/${id}`)).status).toBe(403);
    expect((await send(file({ amount: '2.00' }), site.as(member))).status).toBe(403);
  });
});

describe('a table', () => {
  const header = 'Datum knjiženja;V dobro;V breme;Plačnik;Sklic;Namen';
  const day = `${Number(yesterday.slice(8))}. ${Number(yesterday.slice(5, 7))}. ${yesterday.slice(0, 4)}`;
  const row = (amount: string, name: string, sklic = '', words = 'Vadnina') =>
    `${day};${amount};;${name};${sklic};${words}`;
  const csv = (...rows: string[]) => [header, ...rows].join('\n');
  const mapping = 'row=0&day=0&credit=1&debit=2&payer_name=3&reference=4&text=5';
  const post = <Reply>(path: string, content: string, caller = staff) =>
    caller.post<Reply & Record<string, unknown>>(path, Buffer.from(content), { 'content-type': 'text/csv' });
  const look = (content: string, query = '', caller = staff) =>
    post<StatementTable>(`/statements/table?${query}`, content, caller);
  const bring = (content: string, query = mapping, caller = staff) =>
    post<BankStatement>(`/statements?file_name=promet.csv&${query}`, content, caller);
  const settle = (caller = staff) =>
    caller.patch('/payment-settings', {
      ...{ recipient: 'Društvo Žar', street: 'Tržaška 12', town: '1000 Ljubljana', iban: ownIban, bic: '' },
      ...{ purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' },
    });

  test('is read as its columns are guessed, imported as they are chosen, and remembered by its header', async () => {
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
    await settle();
    const [ena, dve, tri] = [row('5,00', 'Ena Kos'), row('5,00', 'Ena Kos'), row('7,00', 'Tri Rus')];
    expect((await bring(csv(ena, dve))).body).toMatchObject({ entry_count: 2, total: '10.00' });
    expect((await bring(csv(ena, dve))).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
    const later = await bring(`Promet;;;;;\n${csv(ena, dve, dve, tri)}`, mapping.replace('row=0', 'row=1'));
    expect(later.body).toMatchObject({ entry_count: 2, total: '12.00', known_count: 2 });
    await expectBalanced();
  });

  test('tells what a camt statement told before as perhaps imported already, and the other way round', async () => {
    await settle();
    const lah = { amount: '58.00', name: 'PETRA LAH', text: 'Vadnina november', bank: 'B-1' };
    const first = await brought(lah, { amount: '35.00', name: 'Eva Kos', bank: 'B-2' });
    const { body } = await bring(
      csv(row('58,00', 'Petra Lah'), row('58,00', 'Petra Lah'), row('35,00', 'Ana Rus')),
    );
    // one of two equal ones is there already; 35 € came from somebody else
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

describe('a transfer', () => {
  test('that is short pays a part, and the rest stays expected', async () => {
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

  test('that is too much leaves credit, which is listed, pays another payment or is given back', async () => {
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

  test('is found by name, reference and amount; set aside, it is no longer proposed', async () => {
    const ana = await person({ name: 'Ana Žnidaršič' });
    const { id } = await due(ana, '12.50', { reference_number: reference });
    const { id: statement, entries } = await brought({ amount: '12.50', name: 'Nekdo Drug' });
    const [entry] = entries;
    expect(entry?.proposal).toBeNull();
    for (const search of ['', 'znidarsic', '12,50', reference.slice(4, 12), `SI12 ${reference.slice(4)}`]) {
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
    // one of somebody else is like one that is gone
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

describe('undoing', () => {
  test('gives back everything, joins split payments again, and lets the file come anew', async () => {
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

test('names, accounts, references and words go after 13 months, sums and keys stay', async () => {
  const transfer = {
    amount: '5.00',
    name: 'Petra Lah',
    iban: 'SI56020360253863406',
    reference,
    text: 'Vadnina',
  };
  const { id } = await brought(transfer, { amount: '6.00', name: 'Ana Kos' });
  await site.rows(
    `update bank_entries set created_at = now() - interval '13 months 1 day' where amount = 5 and organization_id = $1`,
    [organization_id],
  );
  const line = { position: 0, day: yesterday, amount: '5.00', payer_name: 'Eva Kos', payer_iban: '' };
  const one = { ...{ entry_key: 'a', told_in: '', identity: 'b', like: 'c', is_taken: false } };
  const left_out = [{ ...one, lines: [{ ...line, reference: '', text: '' }] }];
  const { id: old } = await site.factories.bankStatement({ organization_id, left_out });
  const { id: late } = await site.factories.bankStatement({ organization_id, left_out });
  await site.rows(
    `update bank_statements set created_at = now() - interval '13 months 1 day' where id = $1`,
    [old],
  );
  expect((await read(old)).alike).toHaveLength(1);
  await purge(site.pools.system, site.storage);
  expect((await read(old)).alike).toEqual([]);
  expect((await read(late)).alike).toMatchObject([{ payer_name: 'Eva Kos', earlier_id: null }]);
  const entries: BankEntry[] = (await read(id)).entries;
  expect(entries.map((one) => [one.amount, one.payer_name, one.payer_iban, one.reference, one.text])).toEqual(
    [
      ['5.00', '', '', '', ''],
      ['6.00', 'Ana Kos', '', '', ''],
    ],
  );
  expect((await send(file(transfer))).body.errors).toEqual([{ path: 'file', code: 'statement_known' }]);
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
      organization_id = (await site.factories.organization({ currency: 'EUR' })).id;
      group_id = (await site.factories.group({ organization_id })).id;
      staff = site.as(await site.factories.member({ organization_id }));
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
