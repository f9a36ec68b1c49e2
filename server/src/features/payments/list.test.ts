import type { ListedPayment, PaymentSums } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { addMonths } from '@vpisnik/contract/rules/payment-filter';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { mail_payments } from '../../db/schema.ts';
import { soughtIn } from './filters.ts';

// fixed days: rows are compared with each other, or their days are counted from today

let site: TestApp;
let organization_id: string;
let groups: { id: string }[];
let people: { id: string }[];
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
  groups = [await group({ organization_id }), await group({ organization_id })];
  const [first = '', second = ''] = groups.map(({ id }) => id);
  people = [
    await participant({ organization_id, group_id: first, name: 'Špela Žnidaršič' }),
    await participant({ organization_id, group_id: second, name: 'Ana Novak', email: null }),
  ];
  staff = site.as(await member({ organization_id }));
});

type Given = Parameters<TestApp['factories']['payment']>[0];
const owe = (person: number, given: Given = {}) =>
  site.factories.payment({ organization_id, participant_id: people[person]?.id ?? '', ...given });
const read = async (query: string, caller = staff) => {
  const { status, body } = await caller.get<{
    results: ListedPayment[];
    last_id: string | null;
    total?: number;
  }>(`/payments?${query}`);
  expect(status, query).toBe(200);
  return body;
};
const idsOf = async (query: string, caller = staff) =>
  (await read(query, caller)).results.map(({ id }) => id);
const sumsOf = async (query = '', caller = staff) =>
  (await caller.get<{ results: PaymentSums[] }>(`/payments/summary?${query}`)).body.results;

describe('the list', () => {
  test('tells whose each payment is, and of what it is the rest', async () => {
    const { id } = await owe(0, { amount: '100.00', expiration_date: yesterday });
    const part = (of: string, amount: string) =>
      staff.api.payments.part({ params: { id: of }, body: { amount, method: 'cash', version: 1 } });
    const { rest: first } = await part(id, '28');
    const { rest: last } = await part(first.id, '22');
    // the rest of the rest: the whole is told, also when the rest became another one
    await staff.patch(`/payments/${last.id}`, { amount: '45', version: 1 });
    const { results } = await read('sort=amount&with_total=true');
    expect(results).toMatchObject([
      { amount: '22.00', split_total: '100.00' },
      { amount: '28.00', overdue: false, split_total: null },
      {
        participant_name: 'Špela Žnidaršič',
        amount: '45.00',
        overdue: true,
        split_total: '100.00',
        group_id: groups[0]?.id,
      },
    ]);
    expect(results[0]?.group_name).toBeDefined();
  });

  test('tells how many reminders named each payment, and when the last was written', async () => {
    const { factories } = site;
    const [late, other] = [await owe(0, { expiration_date: yesterday }), await owe(0)];
    const remind = async (day: string, given: object = {}) => {
      const mail = await factories.mail({
        ...{ organization_id, group_id: groups[0]?.id, participant_id: people[0]?.id, state: 'sent' },
        ...{ email_type: 'payment_reminder', created_at: `${day}T08:00:00Z`, ...given },
      });
      await factories.insert(mail_payments, { organization_id, mail_id: mail.id, payment_id: late.id });
      return mail;
    };
    await remind('2026-10-01');
    // it stands at a sibling in a group that not all see
    const failed = await remind('2026-10-08', {
      ...{ state: 'failed', group_id: groups[1]?.id, participant_id: people[1]?.id },
    });
    const its = { reminder_count: 2, reminded_at: '2026-10-08T08:00:00Z' };
    const none = { reminder_count: 0, reminded_at: null };
    const caller = site.as(
      await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [groups[0]?.id ?? ''] }),
    );
    const expected = [
      { id: late.id, ...its },
      { id: other.id, ...none },
    ];
    expect((await read('', caller)).results).toMatchObject(expected);
    const params = { id: people[0]?.id ?? '' };
    expect((await caller.api.payments.ofParticipant({ params })).results).toMatchObject(expected);
    // sent again it is the same reminder; what was called back or asks is none
    await remind('2026-10-10', { again_of: failed.id });
    await remind('2026-10-20', { state: 'cancelled' });
    await remind('2026-10-21', { email_type: 'payment_request' });
    expect((await read('')).results[0]).toMatchObject({ ...its, reminded_at: '2026-10-10T08:00:00Z' });
  });

  test('narrows by state as today makes it, and by everything else', async () => {
    const late = await owe(0, { expiration_date: yesterday, kind: 'membership_fee' });
    const failed = await owe(0, { status: 'failed', expiration_date: yesterday });
    const expired = await owe(1, { status: 'expired', expiration_date: tomorrow });
    const due = await owe(1, { expiration_date: today, method: 'cash' });
    const undated = await owe(1, { amount: '85.00' });
    const paid = await owe(0, { status: 'completed', payment_date: yesterday, expiration_date: yesterday });
    const cancelled = await owe(0, { status: 'cancelled', expiration_date: yesterday });
    const all = { late, failed, expired, due, undated, paid, cancelled };
    const named = async (query: string) => {
      const ids = await idsOf(query);
      return Object.entries(all)
        .filter(([, { id }]) => ids.includes(id))
        .map(([name]) => name);
    };
    expect(await named('status=overdue')).toEqual(['late', 'failed', 'expired']);
    expect(await named('status=due')).toEqual(['due', 'undated']);
    expect(await named('status=pending')).toEqual(['late', 'due', 'undated']);
    expect(await named('status=completed&status=due&status=overdue')).toEqual([
      ...['late', 'failed', 'expired', 'due', 'undated', 'paid'],
    ]);
    expect(await named(`group_id=${groups[1]?.id}`)).toEqual(['expired', 'due', 'undated']);
    expect(await named(`participant_id=${people[0]?.id}&status=overdue`)).toEqual(['late', 'failed']);
    expect(await named('method=cash&method=paypal')).toEqual(['due']);
    expect(await named('kind=membership_fee')).toEqual(['late']);
    expect(await named(`due_from=${today}&due_to=${today}`)).toEqual(['due']);
    expect(await named(`paid_to=${yesterday}`)).toEqual(['paid']);
    expect(await named(`due_month=${addMonths(today.slice(0, 7), 2)}`)).toEqual([]);
    expect(await named('status=overdue&sort=-amount')).toEqual(['late', 'failed', 'expired']);
  });

  test('is searched by name, digits of the reference and the amount as it is typed', async () => {
    const spela = await owe(0, { amount: '1234.50', reference_number: 'SI120001234567897' });
    const ana = await owe(1, { amount: '85.00', reference_number: 'SI120009876543210' });
    const language = async (language: 'sl' | 'en') =>
      site.as(await site.factories.member({ organization_id, language }));
    const found = async (search: string, caller = staff) =>
      (await idsOf(`search=${encodeURIComponent(search)}`, caller)).map((id) =>
        id === spela.id ? 'Špela' : id === ana.id ? 'Ana' : id,
      );
    for (const search of ['SI12', 'si12 000'])
      expect((await found(search)).sort(), search).toEqual(['Ana', 'Špela']);
    for (const search of ['znid', 'ŠPELA znidarsic', 'SI12 0001 2345 67897', '1234567', 'spela 1234,5'])
      expect(await found(search), search).toEqual(['Špela']);
    const [sl, en] = [await language('sl'), await language('en')];
    expect(await found('1.234,50 €', sl)).toEqual(['Špela']);
    expect(await found('1,234.50', en)).toEqual(['Špela']);
    expect(await found('85', sl)).toEqual(['Ana']);
    for (const search of ['85,01', 'spela 85', '12', '%', '_____', '1e3'])
      expect(await found(search, sl), search).toEqual([]);
  });

  test('is searched by a telephone of the participant or guardian as people write it', async () => {
    const { participant, payment } = site.factories;
    const group_id = groups[0]?.id ?? '';
    const phone = {
      purpose: 'guardian_phone',
      label: null,
      name: 'Telefon',
      type: 'phone_number',
      sensitive: false,
    };
    const written = { value: '+386 70 330 562', text: '+386 70 330 562' };
    const guardian = [{ field_id: crypto.randomUUID(), ...phone, ...written }];
    const own = await participant({ organization_id, group_id, name: 'Vid Kos', phone: '031 777 188' });
    const child = await participant({ organization_id, group_id, name: 'Eva Kos', answers: guardian });
    const owed = async (participant_id: string, given: object = {}) =>
      (await payment({ organization_id, participant_id, ...given })).id;
    const [his, hers] = [await owed(own.id), await owed(child.id)];
    const referenced = await owed(people[0]?.id ?? '', { reference_number: 'SI120070330562999' });
    const found = (search: string) => idsOf(`search=${encodeURIComponent(search)}`);
    for (const search of ['070 330 562', '070330562', '070/330-562', '(070) 330 562'])
      expect((await found(search)).sort(), search).toEqual([hers, referenced].sort());
    for (const search of ['+386 70 330 562', '0038670330562', 'kos 070 330 562'])
      expect(await found(search), search).toEqual([hers]);
    expect(await found('031 777')).toEqual([his]);
    expect(await found('kos (2)')).toEqual([]);
    const sums = await sumsOf(`search=${encodeURIComponent('031 777 188')}`);
    expect(sums).toMatchObject([{ expected: { count: 1 } }]);
  });

  test.each(['SI121003842574531', 'RF18539007547034'])(
    'finds %s as it is written in mails and on screens',
    async (reference_number) => {
      const { id } = await owe(0, { reference_number });
      await owe(1, { reference_number: 'SI120009876543210' });
      expect(await idsOf(`search=${encodeURIComponent(writtenReference(reference_number))}`)).toEqual([id]);
    },
  );

  test.each([
    'expiration_date',
    '-expiration_date',
    'amount',
    '-amount',
    'name',
    '-name',
    'payment_date',
    '-payment_date',
    'created_at',
    '-created_at',
  ])('pages by %s tell each payment once, also those without a day', async (sort) => {
    for (const [at, amount] of ['10.00', '9.00', '100.00', '9.00', '10.00'].entries())
      await owe(at % 2, {
        amount,
        ...(at % 2 && { expiration_date: addDays(today, at), payment_date: addDays(today, -at) }),
        ...(at === 3 && { status: 'completed' }),
      });
    for (const filter of ['', '&status=completed&status=due', '&search=a&status=due&status=completed']) {
      const whole = await idsOf(`sort=${sort}${filter}`);
      const paged: string[] = [];
      let last: string | null = null;
      do {
        const page = await read(`sort=${sort}${filter}&limit=2${last ? `&last_id=${last}` : ''}`);
        paged.push(...page.results.map(({ id }) => id));
        last = page.last_id;
      } while (last);
      expect(paged).toEqual(whole);
      expect(whole.length).toBe(5);
    }
    const { results } = await read(`sort=${sort}`);
    if (sort.endsWith('amount')) {
      const amounts = results.map(({ amount }) => amount);
      const sorted = ['9.00', '9.00', '10.00', '10.00', '100.00'];
      expect(amounts).toEqual(sort === 'amount' ? sorted : sorted.toReversed());
    }
    if (sort.endsWith('_date')) expect(results.at(-1)?.expiration_date).toBeNull();
  });

  test.each(['due_month=2026-13', 'due_month=26-01', 'status=late', 'due_from=2026-02-30', 'method=cheque'])(
    'refuses %s',
    async (query) => {
      expect((await staff.get(`/payments?${query}`)).status).toBe(400);
      expect((await staff.get(`/payments/summary?${query}`)).status).toBe(400);
    },
  );

  test('has those of groups in scope alone', async () => {
    const [mine] = [await owe(0), await owe(1), await site.factories.payment()];
    const limited = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [groups[0]?.id ?? ''] }),
    );
    for (const query of ['', 'status=due&status=overdue', 'search=12,50', 'sort=amount', 'sort=name'])
      expect(await idsOf(query, limited), query).toEqual([mine.id]);
    expect(await sumsOf('', limited)).toMatchObject([{ expected: { count: 1, sum: '12.50' } }]);
    const editor = site.as(await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
    expect((await editor.get('/payments')).status).toBe(403);
    expect((await editor.get('/payments/summary')).status).toBe(403);
  });
});

describe('the sums', () => {
  test('of what is received, due and overdue are what is expected; what is older stands apart', async () => {
    const month = today.slice(0, 7);
    const before = `${addMonths(month, -1)}-15`;
    await owe(0, { status: 'completed', amount: '0.10', expiration_date: `${month}-01` });
    await owe(0, { amount: '0.20', expiration_date: `${addMonths(month, 1)}-01` });
    await owe(1, { status: 'expired', amount: '9999999999.99', expiration_date: `${month}-01` });
    await owe(1, { status: 'expired', amount: '9999999999.99', expiration_date: `${month}-02` });
    await owe(1, { amount: '7.00', expiration_date: before });
    await owe(1, { status: 'cancelled', amount: '3.00', expiration_date: `${month}-01` });
    await owe(1, { status: 'refunded', amount: '4.00', expiration_date: `${month}-01` });
    await owe(1, { amount: '5.00', currency: 'CHF', expiration_date: before });
    const [swiss, euros] = await sumsOf(`due_month=${month}`);
    expect(euros).toEqual({
      currency: 'EUR',
      expected: { count: 3, sum: '20000000000.08' },
      received: { count: 1, sum: '0.10' },
      due: { count: 0, sum: '0.00' },
      overdue: { count: 2, sum: '19999999999.98' },
      older_overdue: { count: 1, sum: '7.00' },
      cancelled: { count: 1, sum: '3.00' },
      refunded: { count: 1, sum: '4.00' },
    });
    expect(swiss).toMatchObject({ currency: 'CHF', expected: { count: 0 }, older_overdue: { sum: '5.00' } });
    expect(await sumsOf('search=nobody')).toEqual([]);
    const all = (await sumsOf()).find(({ currency }) => currency === 'EUR');
    expect(all).toMatchObject({
      expected: { count: 5, sum: '20000000007.28' },
      due: { count: 1, sum: '0.20' },
      older_overdue: { count: 0, sum: '0.00' },
    });
  });
});

test.each([
  ['Novak 85,00 €', { words: 'Novak', numbers: [{ amount: '85.00', digits: undefined }] }],
  ['SI12 0001 2345', { words: undefined, numbers: [{ amount: undefined, digits: '00012345' }] }],
  ['1 234,50', { words: undefined, numbers: [{ amount: '1234.50', digits: undefined }] }],
  ['Si Novak', { words: 'Si Novak', numbers: [] }],
  ['SI12', { words: undefined, numbers: [], model: 'SI12' }],
  ['Ana si12 00 1', { words: 'Ana', numbers: [], model: 'SI12001' }],
  ['eur', { words: 'eur', numbers: [] }],
  ['Ana 12 eur', { words: 'Ana', numbers: [{ amount: '12.00' }] }],
  ['Ana 031 777 188', { words: 'Ana', numbers: [{ phone: '031 777 188', digits: '031777188' }] }],
  ['+386 31', { words: undefined, numbers: [{ phone: '+386 31' }] }],
  ['0000', { words: undefined, numbers: [{ phone: undefined, digits: '0000' }] }],
  ['Ana (2)', { words: 'Ana (2)', numbers: [] }],
  ['12 Ana 13', { words: 'Ana', numbers: [{ amount: '12.00' }, { amount: '13.00' }] }],
])('%j is taken apart', (search, expected) => {
  expect(soughtIn(search, 'sl')).toMatchObject(expected);
});
