import { addDays } from '@vpisnik/contract/rules/dates';
import type { BankEntry, BankStatement } from '@vpisnik/contract/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { camt, camtFile, ownIban, statementOf, type Transfer } from '../../../test/outside/camt.ts';
import {
  file,
  openStatementSchool,
  proposed,
  reference,
  type StatementSchool,
  today,
  yesterday,
} from '../../../test/statements.ts';
import { purge } from '../../background/purge.ts';

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

describe('an import', () => {
  test('proposes by reference and amount, books it on confirmation, and waits until then', async () => {
    const { person, due, read, brought, book, payment, expectBalanced } = school;
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
    const { send, brought, expectBalanced } = school;
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
    const { send, read, expectBalanced } = school;
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
    const { staff, send, read, expectBalanced } = school;
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
    const { staff, send, read, expectBalanced } = school;
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
    const { staff, send, expectBalanced } = school;
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
    const { staff, send } = school;
    const answer = await send(make());
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: 'file', code }]]);
    expect((await staff.api.statements.list({})).results).toEqual([]);
  });

  test('of another account is refused once the organisation has said its own', async () => {
    const { staff, send } = school;
    const settings = { recipient: 'Društvo Žar', street: 'Tržaška 12', town: '1000 Ljubljana', bic: '' };
    const more = { iban: ownIban, purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' };
    await staff.patch('/payment-settings', { ...settings, ...more });
    const other = camt([{ amount: '1.00' }], { iban: 'SI56020360253863406' });
    expect((await send(other)).body.errors).toEqual([{ path: 'file', code: 'statement_other_account' }]);
    expect((await send(file({ amount: '1.00' }))).status).toBe(201);
  });

  test('is for those who manage the whole organisation', async () => {
    const { organization_id, send, brought } = school;
    const { id } = await brought({ amount: '1.00' });
    const member = await site.factories.member({ organization_id, role: 'GROUP_ADMIN' });
    expect((await site.as(member).get(`/statements/${id}`)).status).toBe(403);
    expect((await send(file({ amount: '2.00' }), site.as(member))).status).toBe(403);
  });
});

test('names, accounts, references and words go after 13 months, sums and keys stay', async () => {
  const { organization_id, send, read, brought } = school;
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

test('they go as early or late as the organisation says', async () => {
  const { organization_id, staff, read, brought } = school;
  const settings = { recipient: 'Društvo Žar', street: 'Tržaška 12', town: '1000 Ljubljana', bic: '' };
  const more = { iban: ownIban, purpose: '', purpose_code: 'OTHR', reference_model: 'SI12' };
  expect((await staff.patch('/payment-settings', { ...settings, ...more })).body).toMatchObject({
    statement_months: 13,
  });
  const keep = async (statement_months: number) => {
    const { version } = (await staff.api.payment_settings.get({})) ?? {};
    return staff.patch('/payment-settings', { ...settings, ...more, statement_months, version });
  };
  const { id } = await brought({ amount: '5.00', name: 'Petra Lah' });
  await site.rows(
    `update bank_entries set created_at = now() - interval '13 months 1 day' where organization_id = $1`,
    [organization_id],
  );
  const names = async () => {
    await purge(site.pools.system, site.storage);
    return (await read(id)).entries.map(({ payer_name }) => payer_name);
  };
  expect((await keep(24)).status).toBe(200);
  expect(await names()).toEqual(['Petra Lah']);
  for (const months of [0, 121]) expect((await keep(months)).status).toBe(422);
  await keep(6);
  expect(await names()).toEqual(['']);
});
