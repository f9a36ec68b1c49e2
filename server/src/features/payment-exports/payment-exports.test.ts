import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { workerToKill } from '../../../test/processes/forked-worker.ts';
import { until } from '../../../test/until.ts';

// fixed days: payments have them, whenever the file is made

let site: TestApp;
let http: Awaited<ReturnType<TestApp['listen']>>;
let organization_id: string;
let group_id: string;
let member: Member;
let participant_id: string;
beforeAll(async () => {
  site = await createTestApp();
  http = await site.listen();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, participant, member: staff, payment } = site.factories;
  organization_id = (await organization({ currency: 'EUR' })).id;
  group_id = (await group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } })).id;
  member = await staff({ organization_id, name: 'Maja Kovač' });
  ({ id: participant_id } = await participant({
    ...{ organization_id, group_id },
    name: '=HYPERLINK("x")',
    email: 'ana@mail.test',
  }));
  await payment({
    ...{ organization_id, participant_id, amount: '1234.50', purpose: 'Vadnina; "oktober"' },
    ...{ status: 'completed', method: 'cash', invoice_number: '0012', instalment: 2, instalments: 3 },
    expiration_date: '2026-09-10',
    payment_date: '2026-09-09',
    reference_number: 'SI120001234567890',
  });
  await payment({ organization_id, participant_id, amount: '0.10', kind: 'membership_fee' });
});

async function fetched(path: string, who = member) {
  const answer = await fetch(`${http.origin}/api/payments/${path}`, {
    headers: { authorization: `Bearer ${await site.tokenOf(who)}` },
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
const csvOf = async (query: string, delimiter: string, who = member) =>
  parse((await fetched(`export.csv${query}`, who)).body, { bom: true, delimiter, columns: true }) as Record<
    string,
    string
  >[];

test('a CSV file has commas in amounts and days in Slovenian, and runs no formula', async () => {
  const [paid, open] = await csvOf('', ';');
  expect(paid).toMatchObject({
    Udeleženec: `'=HYPERLINK("x")`,
    Skupina: 'Balet',
    Namen: 'Vadnina; "oktober"',
    Obrok: '2. obrok od 3',
    Vrsta: 'Šolnina ali vadnina',
    Znesek: '1234,50',
    Rok: '10. 9. 2026',
    Stanje: 'Plačano',
    'Dan plačila': '9. 9. 2026',
    Način: 'Gotovina',
    Sklic: 'SI120001234567890',
    'Številka potrdila': "'0012",
  });
  expect(open).toMatchObject({ Znesek: '0,10', Vrsta: 'Članarina', Stanje: 'Čaka plačilo', Rok: '' });
  const english = await site.factories.member({ organization_id, language: 'en' });
  expect((await csvOf('?status=completed', ',', english)).map(({ Amount, Due }) => [Amount, Due])).toEqual([
    ['1234.50', '2026-09-10'],
  ]);
});

test('says of a payment what the list says: one that failed has failed, however late', async () => {
  const { payment } = site.factories;
  for (const status of ['failed', 'pending'] as const)
    await payment({ organization_id, participant_id, status, expiration_date: '2020-01-31' });
  const stands = await csvOf('?status=overdue', ';');
  expect(stands.map(({ Stanje }) => Stanje).toSorted()).toEqual(['Ni uspelo', 'Zapadlo']);
});

test('a workbook has amounts as numbers, days as days and references as text', async () => {
  const { body, headers } = await fetched('export.xlsx?sort=-amount');
  // a reference is whole beside a column that is filled
  const sheet = Buffer.from(unzipSync(body)['xl/worksheets/sheet1.xml'] ?? []).toString();
  const references = /<col min="13" max="13" width="(\d+)"/.exec(sheet)?.[1];
  expect(Number(references)).toBeGreaterThan('SI120001234567890'.length);
  expect(headers.get('content-disposition')).toMatch(/placila-\d{4}-\d\d-\d\d\.xlsx/);
  const [header = [], row = []] = await readSheet(body);
  const cell = (name: string) => row[header.indexOf(name)];
  expect(cell('Znesek')).toBe(1234.5);
  expect(cell('Rok')).toEqual(new Date('2026-09-10'));
  expect(cell('Sklic')).toBe('SI120001234567890');
  expect(cell('Številka potrdila')).toBe('0012');
});

test('has the payments of groups in scope, and the log says who took them by which filter', async () => {
  const other = await site.factories.group({ organization_id });
  const of = (group: string) =>
    site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group] });
  expect((await fetched('export.csv', await of(other.id))).status).toBe(422);
  expect(await csvOf(`?group_id=${group_id}&search=hyperlink`, ';', await of(group_id))).toHaveLength(2);
  const editor = await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' });
  expect((await fetched('export.csv', editor)).status).toBe(403);
  const log = await site.rows<{ changes: Record<string, unknown> }>(
    `select changes from activity_log where organization_id = $1 and action = 'payments_exported'`,
    [organization_id],
  );
  expect(log.map(({ changes }) => changes)).toEqual([
    {
      format: 'csv',
      count: 2,
      columns: 17,
      filter: { group_id: [group_id], search: true },
      names: { [group_id]: { sl: 'Balet', en: 'Ballet' } },
    },
  ]);
});

test('a workbook of any size is made in the background for its maker', async () => {
  const staff = site.as(member);
  const worker = workerToKill(site);
  onTestFinished(() => worker.kill());
  const nothing = await staff.post('/payments/export-jobs', { filter: { status: ['refunded'] } });
  expect(nothing).toMatchObject({ status: 422, body: { code: 'selection_empty' } });
  const wanted = { filter: { group_id: [group_id] }, sort: '-amount' };
  const { status, body: job } = await staff.post<BulkJob>('/payments/export-jobs', wanted);
  expect([status, job]).toMatchObject([202, { kind: 'export', state: 'running', total_count: 2 }]);
  await worker.start();
  const done = await until(async () => {
    const { body } = await staff.get<BulkJob>(`/bulk-jobs/${job.id}`);
    expect(body.state).not.toBe('running');
    return body;
  });
  expect(done).toMatchObject({ state: 'done', done_count: 2, file_until: expect.any(String) });
  const file = async (who: Member) =>
    fetch(`${http.origin}/api/bulk-jobs/${job.id}/participants.xlsx`, {
      headers: { authorization: `Bearer ${await site.tokenOf(who)}` },
    });
  const answer = await file(member);
  expect(answer.headers.get('content-disposition')).toMatch(/placila-\d{4}-\d\d-\d\d\.xlsx/);
  const [header = [], ...rows] = await readSheet(Buffer.from(await answer.arrayBuffer()));
  expect(rows.map((row) => row[header.indexOf('Znesek')])).toEqual([1234.5, 0.1]);
  expect((await file(await site.factories.member({ organization_id }))).status).toBe(404);
  const log = await site.rows<{ changes: Record<string, unknown> }>(
    `select changes from activity_log where organization_id = $1 and action = 'payments_exported'`,
    [organization_id],
  );
  expect(log.map(({ changes }) => changes)).toMatchObject([{ format: 'xlsx', count: 2 }]);
});
