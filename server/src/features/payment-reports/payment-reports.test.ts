import type { PaymentReport } from '@vpisnik/contract/payment-reports';
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { reportGroupings, reportSums } from '@vpisnik/contract/rules/payment-reports';
import { siReference } from '@vpisnik/contract/rules/references';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { BankStatement } from '@vpisnik/contract/statements';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { camt } from '../../../test/outside/camt.ts';

// fixed days: of payments, the periods that are asked for hold them whatever the day is

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.rows('delete from rate_limits');
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id, name: { sl: 'Balet' } })).id;
  staff = site.as(await member({ organization_id, language: 'sl' }));
});

const person = async (given: object = {}) =>
  (await site.factories.participant({ organization_id, group_id, ...given })).id;
const owes = (participant_id: string, amount: string, more: object = {}) =>
  site.factories.payment({ organization_id, participant_id, amount, ...more });
const report = (query: Parameters<Caller['api']['payment_reports']['get']>[0] = {}) =>
  staff.api.payment_reports.get(query);
const only = ({ results }: PaymentReport) => {
  const [one, ...others] = results;
  if (!one || others.length > 0) throw new Error('Expected the sums of one currency');
  return one;
};

describe('the report', () => {
  /** Payments of two groups in two years, and a transfer that waits. */
  async function year() {
    const jazz = (await site.factories.group({ organization_id, name: { sl: 'Jazz' } })).id;
    const [ana, eva] = [await person(), await person({ group_id: jazz })];
    const paid = { status: 'completed', method: 'cash' };
    await owes(ana, '100.10', { ...paid, expiration_date: '2024-03-10', payment_date: '2024-04-02' });
    await owes(ana, '40.05', { status: 'expired', expiration_date: '2024-03-31' });
    await owes(eva, '7.00', { status: 'pending', expiration_date: '2024-12-31' });
    await owes(eva, '9.99', {
      ...paid,
      method: 'bank_transfer',
      expiration_date: null,
      payment_date: '2024-05-05',
    });
    await owes(eva, '500.00', { status: 'cancelled', expiration_date: '2024-05-05' });
    await owes(eva, '600.00', { ...paid, expiration_date: '2025-01-01', payment_date: '2025-01-01' });
    await site.factories.bankEntry({ organization_id, amount: '55.50', day: '2024-06-01' });
    return jazz;
  }
  const sums = (
    expected: string,
    received: string,
    due: string,
    overdue: string,
    came: string,
    credit: string,
  ) => ({
    ...{ expected, received, due, overdue, came, credit },
  });

  test('adds up what was due in a period, what came of it, and what came then', async () => {
    const jazz = await year();
    const query = { from: '2024-01-01', to: '2024-12-31' } as const;
    const by = async (grouping: (typeof reportGroupings)[number]) =>
      only(await report({ query: { ...query, by: grouping } }));
    const groups = await by('group');
    expect(groups.lines.map(({ key, name, ...its }) => [key, name, its])).toEqual([
      [group_id, { sl: 'Balet' }, sums('140.15', '100.10', '0.00', '40.05', '100.10', '0.00')],
      [jazz, { sl: 'Jazz' }, sums('16.99', '9.99', '0.00', '7.00', '9.99', '0.00')],
      [null, null, sums('0.00', '0.00', '0.00', '0.00', '0.00', '55.50')],
    ]);
    expect(groups.total).toEqual(sums('157.14', '110.09', '0.00', '47.05', '110.09', '55.50'));
    expect(
      (await by('month')).lines.map(({ key, expected, came, credit }) => [key, expected, came, credit]),
    ).toEqual([
      ['2024-03', '140.15', '0.00', '0.00'],
      ['2024-04', '0.00', '100.10', '0.00'],
      ['2024-05', '9.99', '9.99', '0.00'],
      ['2024-06', '0.00', '0.00', '55.50'],
      ['2024-12', '7.00', '0.00', '0.00'],
    ]);
    expect((await by('method')).lines.map(({ key, expected, credit }) => [key, expected, credit])).toEqual([
      ['bank_transfer', '9.99', '55.50'],
      ['cash', '100.10', '0.00'],
      [null, '47.05', '0.00'],
    ]);
    for (const grouping of reportGroupings) {
      const { lines, total } = await by(grouping);
      expect(total).toEqual(groups.total);
      for (const sum of reportSums)
        expect(wireOf(lines.reduce((all, line) => all + centsOf(line[sum]), 0n)), grouping).toBe(
          groups.total[sum],
        );
    }
    const years = [query, { from: '2025-01-01', to: '2025-12-31' }, {}].map(async (period) =>
      centsOf(only(await report({ query: period })).total.expected),
    );
    const [one = 0n, other = 0n, all = 0n] = await Promise.all(years);
    expect(one + other).toBe(all);
  });

  test('goes into a file, which the activity log knows', async () => {
    await year();
    const csv = await staff.api.payment_reports.csv({
      query: { by: 'method', from: '2024-01-01', to: '2024-12-31' },
    });
    expect(csv.name).toBe(`porocilo-o-placilih-${today}.csv`);
    expect((await csv.text()).replaceAll('"', '').split('\r\n')).toEqual([
      'Način;Valuta;Pričakovano;Od tega prejeto;Še odprto;Zapadlo;Prispelo v obdobju;Dobroimetje',
      'Nakazilo;EUR;9,99;9,99;0,00;0,00;9,99;55,50',
      'Gotovina;EUR;100,10;100,10;0,00;0,00;100,10;0,00',
      'Ni določen;EUR;47,05;0,00;0,00;47,05;0,00;0,00',
      'Skupaj;EUR;157,14;110,09;0,00;47,05;110,09;55,50',
      '',
    ]);
    const { results } = await staff.api.activity.list({ query: { action: ['payment_report_exported'] } });
    expect(results).toMatchObject([{ changes: { count: 4, filter: { by: 'method', from: '2024-01-01' } } }]);
  });

  test('is of the own organisation, and for those who see all of it', async () => {
    await year();
    const stranger = site.as(await site.factories.member());
    expect((await stranger.api.payment_reports.get()).results).toEqual([]);
    const admin = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] }),
    );
    for (const path of ['report', 'report.csv', 'ledger.csv'])
      expect((await admin.get(`/payments/${path}`)).status).toBe(403);
    expect(await staff.get('/payments/report?from=2025-01-01&to=2024-01-01')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'to', code: 'before_start' }] },
    });
  });
});

/** The lines of the accountant's file, as cells below their headers. */
async function ledger(query: { from?: string; to?: string } = {}) {
  const text = await (await staff.api.payment_reports.ledger({ query })).text();
  const [head = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  const headers = head.split(';');
  const cells = (line: string) =>
    [...`${line};`.matchAll(/("(?:[^"]|"")*"|[^;]*);/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [headers[at] ?? '', cell])));
}
type Line = Awaited<ReturnType<typeof ledger>>[number];
const balances = ['Odprto', 'Prejeto', 'Dobroimetje'] as const;
const centsIn = (line: Line | undefined) =>
  balances.map((name) => centsOf((line?.[name] ?? '0,00').replace(',', '.')));
const isBalance = (line: Line) => ['Začetno stanje', 'Končno stanje'].includes(line.Dogodek ?? '');
const told = (lines: Line[]) => lines.map((line) => [line.Dogodek, ...balances.map((name) => line[name])]);

/** What there was and what happened make what there is. */
function expectAddsUp(lines: Line[]): void {
  const sums = balances.map((_, at) =>
    lines.reduce(
      (sum, line) => sum + (line.Dogodek === 'Končno stanje' ? 0n : (centsIn(line)[at] ?? 0n)),
      0n,
    ),
  );
  expect(centsIn(lines.at(-1))).toEqual(sums);
}

describe("the accountant's file", () => {
  const change = async (id: string, body: object) =>
    staff.api.payments.update({
      params: { id },
      body: { ...body, version: (await staff.api.payments.get({ params: { id } })).version },
    });

  test('has a line for each event, between two balances', async () => {
    const id = await person({ name: '=Ana; "Novak"' });
    const [whole] = (
      await staff.api.payments.create({
        params: { id },
        body: { payments: [{ amount: '100', expiration_date: addDays(today, 9), purpose: '@obrok' }] },
      })
    ).results;
    const params = { id: whole?.id ?? '' };
    const { rest } = await staff.api.payments.part({
      params,
      body: { amount: '60', method: 'cash', version: 1 },
    });
    await change(params.id, { status: 'pending', status_reason: 'Pomota' });
    await change(rest.id, { amount: '41.50' });
    await change(rest.id, { purpose: 'brez vpliva' });
    await change(rest.id, { status: 'cancelled' });
    await change(rest.id, { status: 'pending' });
    await change(params.id, { status: 'completed', method: 'cash' });
    await change(params.id, { status: 'refunded' });
    await staff.api.payments.remove({ params: { id: rest.id } });
    const lines = await ledger({ from: today, to: today });
    expect(told(lines)).toEqual([
      ['Začetno stanje', '0,00', '0,00', '0,00'],
      ['Pričakovano plačilo', '100,00', '0,00', '0,00'],
      ['Delno plačilo', '-100,00', '60,00', '0,00'],
      ['Preostanek delnega plačila', '40,00', '0,00', '0,00'],
      ['Popravek: plačilo je spet odprto', '60,00', '-60,00', '0,00'],
      ['Sprememba zneska', '1,50', '0,00', '0,00'],
      ['Preklic', '-41,50', '0,00', '0,00'],
      ['Plačilo je znova pričakovano', '41,50', '0,00', '0,00'],
      ['Prejeto plačilo', '-60,00', '60,00', '0,00'],
      ['Vračilo', '0,00', '-60,00', '0,00'],
      ['Izbris', '-41,50', '0,00', '0,00'],
      ['Končno stanje', '0,00', '0,00', '0,00'],
    ]);
    const raw = await (await staff.api.payment_reports.ledger()).text();
    expect(raw).toContain(`;"'=Ana; ""Novak""";Balet;'@obrok;`);
    await site.rows('delete from payments where participant_id = $1', [id]);
    await site.rows('delete from participants where id = $1', [id]);
    expect(await (await staff.api.payment_reports.ledger()).text()).not.toContain('Novak');
    const { results } = await staff.api.activity.list({ query: { action: ['payment_ledger_exported'] } });
    expect(results.at(-1)?.changes).toMatchObject({ count: 10, filter: { from: today } });
  });

  test('tells what becomes of transfers', async () => {
    const id = await person();
    const reference_number = siReference('340123456780');
    await owes(id, '50.00', { reference_number, expiration_date: addDays(today, 3) });
    const file = camt([
      { amount: '72.00', reference: reference_number, day: today },
      { amount: '5.00', name: 'Banka', day: today },
    ]);
    const { body } = await staff.post<BankStatement & Record<string, unknown>>(
      '/statements?file_name=izpisek.xml',
      Buffer.from(file),
      { 'content-type': 'application/xml' },
    );
    const { entries } = await staff.api.statements.get({ params: { id: body.id } });
    const [more, other] = entries.toSorted((a, b) => Number(b.amount) - Number(a.amount));
    const proposed = more?.proposal?.payments ?? [];
    await staff.api.statements.confirm({
      params: { id: body.id },
      body: {
        entries: [
          {
            id: more?.id ?? '',
            payments: proposed.map((one) => ({
              id: one.payment_id,
              version: one.version,
              amount: one.share,
            })),
          },
        ],
      },
    });
    const version = async (entry: string) =>
      (await staff.api.statements.get({ params: { id: body.id } })).entries.find((one) => one.id === entry)
        ?.version ?? 0;
    const aside = async (entry = '', why: 'other' | 'returned' | null) =>
      staff.api.bank_entries.update({
        params: { id: entry },
        body: { aside: why, version: await version(entry) },
      });
    await aside(other?.id, 'other');
    await aside(other?.id, null);
    await aside(more?.id, 'returned');
    expect(told(await ledger()).slice(2, -1)).toEqual([
      ['Nakazilo brez plačila', '0,00', '0,00', '72,00'],
      ['Nakazilo brez plačila', '0,00', '0,00', '5,00'],
      ['Prejeto plačilo', '-50,00', '50,00', '0,00'],
      ['Dobroimetje porabljeno za plačilo', '0,00', '0,00', '-50,00'],
      ['Nakazilo izločeno: ni plačilo udeleženca', '0,00', '0,00', '-5,00'],
      ['Nakazilo spet čaka na plačilo', '0,00', '0,00', '5,00'],
      ['Dobroimetje vrnjeno plačniku', '0,00', '0,00', '-22,00'],
    ]);
    await staff.api.statements.undo({ params: { id: body.id } });
    const lines = await ledger();
    expect(centsIn(lines.at(-1))).toEqual([50_00n, 0n, 0n]);
    expectAddsUp(lines);
  });

  test('ends a period with what the next one begins with, wherever periods are cut', async () => {
    const ids = [await person(), await person()];
    const rows = await Promise.all(
      Array.from({ length: 12 }, (_, at) => owes(ids[at % 2] ?? '', `${at + 1}.${at}5`.slice(0, 5))),
    );
    for (const [at, { id }] of rows.entries())
      if (at % 3 > 0)
        await change(id, at % 3 === 1 ? { status: 'completed', method: 'cash' } : { status: 'cancelled' });
    // as if they had been written down on days of a month
    await site.rows(
      `update payment_events v set day = date '2025-01-01' + (its.place * 7 % 31)::integer
       from (select id, row_number() over (order by id) as place from payment_events where organization_id = $1) its
       where v.organization_id = $1 and v.id = its.id`,
      [organization_id],
    );
    const first = addDays('2025-01-01', -1);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 9, max: 40 }), { minLength: 2, maxLength: 6 }),
        async (cuts) => {
          await site.rows('delete from rate_limits');
          const days = cuts.toSorted((a, b) => a - b).map((days) => addDays(first, days));
          let before: bigint[] | undefined;
          let events = 0;
          for (const [at, day] of days.slice(1).entries()) {
            const lines = await ledger({ from: days[at] ?? '', to: addDays(day, -1) });
            expectAddsUp(lines);
            if (before) expect(centsIn(lines[0])).toEqual(before);
            before = centsIn(lines.at(-1));
            events += lines.filter((line) => !isBalance(line)).length;
          }
          const all = await ledger({ from: days[0] ?? '', to: addDays(days.at(-1) ?? '', -1) });
          expect(centsIn(all.at(-1))).toEqual(before);
          expect(all.filter((line) => !isBalance(line))).toHaveLength(events);
        },
      ),
      { numRuns: 15 },
    );
  });
});
