import type { BulkJob, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { workerToKill } from '../../../test/processes/forked-worker.ts';
import { until } from '../../../test/until.ts';

// fixed days: one on which something was paid, which is over

/** Ten batches, and one that is not full. */
const MANY = 2100;
const GROUPS = 7;

let site: TestApp;
let organization_id: string;
let staff: Caller;
let worker: ReturnType<typeof workerToKill>;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' } });
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  worker = workerToKill(site, { MAIL_DELAY_SECONDS: '600' });
});
afterEach(() => worker.kill());
afterAll(() => site.close());

/** Holds a table until it is let go; who only reads goes on. */
async function hold(table: string) {
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in exclusive mode`);
  // its transaction ends with the connection
  return { letGo: () => client.release(true) };
}

/** Waits until the worker's transaction stands before a table; those that look for work all the time don't count. */
const waitsFor = (table: string) =>
  until(async () => {
    const rows = await site.rows(
      `select from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
       where a.datname = current_database() and a.application_name <> 'vpisnik jobs'
         and a.query not like '%mail_pauses%' and l.relation = $1::regclass`,
      [table],
    );
    expect(rows.length, `nothing waits for ${table}`).toBeGreaterThan(0);
  });

/** Kills the worker while it waits for a table, at that place of its transaction, and starts it again. */
async function killAt(table: string): Promise<void> {
  const held = await hold(table);
  try {
    await waitsFor(table);
    await worker.kill();
  } finally {
    held.letGo();
  }
  await worker.start();
}

const doneOf = async (id: string) => {
  const { done_count, undone_count } = (await staff.get<BulkJob>(`/bulk-jobs/${id}`)).body;
  return done_count + undone_count;
};

/** Kills the worker wherever it is when it has come further. */
async function killOnTheWay(id: string): Promise<void> {
  const before = await doneOf(id);
  await until(async () => expect(await doneOf(id)).toBeGreaterThan(before));
  await worker.kill();
  await worker.start();
}

const rested = (id: string) =>
  until(async () => {
    const { body } = await staff.get<BulkJob>(`/bulk-jobs/${id}`);
    expect(['running', 'undoing']).not.toContain(body.state);
    return body;
  });

/** The places of a batch's transaction that change something, in their order. */
const places = ['groups', 'participants', 'mails', 'bulk_job_rows', 'bulk_jobs'];

test('work that is killed wherever it is goes on, and does each row once with one mail', async () => {
  const groups = await Promise.all(
    Array.from({ length: GROUPS }, () => site.factories.group({ organization_id })),
  );
  const rows = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, email, status, reference, language)
     select $1, ($2::uuid[])[1 + i % cardinality($2::uuid[])], 'Ana Kos ' || i, 'ana' || i || '@example.com', 'waitlisted',
       app.new_reference(), 'sl'
     from generate_series(1, $3::integer) i returning id`,
    [organization_id, groups.map(({ id }) => id), MANY],
  );
  const selection = { ids: rows.map(({ id }) => id) };
  const { body } = await staff.post<StartedBulkJob>('/participants/bulk/status', {
    selection,
    status: 'approved',
  });
  await worker.start();
  for (const place of places) await killAt(place);
  await killOnTheWay(body.id);
  expect(await rested(body.id)).toMatchObject({ state: 'done', done_count: MANY, mail_count: MANY });
  const people = `select status, version, count(*)::integer as count from participants where organization_id = $1
    group by status, version`;
  expect(await site.rows(people, [organization_id])).toEqual([
    { status: 'approved', version: 2, count: MANY },
  ]);
  const mails = `select m.state, count(*)::integer as mails, count(distinct m.participant_id)::integer as people
    from mails m where m.organization_id = $1 group by m.state`;
  expect(await site.rows(mails, [organization_id])).toEqual([{ state: 'queued', mails: MANY, people: MANY }]);

  await worker.kill();
  await staff.post(`/bulk-jobs/${body.id}/undo`);
  await worker.start();
  for (const place of ['participants', 'bulk_job_rows']) await killAt(place);
  await killOnTheWay(body.id);
  expect(await rested(body.id)).toMatchObject({ state: 'undone', undone_count: MANY, not_undone: [] });
  expect(await site.rows(people, [organization_id])).toEqual([
    { status: 'waitlisted', version: 3, count: MANY },
  ]);
  expect(await site.rows(mails, [organization_id])).toMatchObject([{ state: 'cancelled', people: MANY }]);
});

test('payments that are marked as paid while the worker is killed are each marked once', async () => {
  const { id: participant_id, group_id } = await site.factories.participant({ organization_id });
  const rows = await site.rows<{ id: string }>(
    `insert into payments (organization_id, participant_id, group_id, amount)
     select $1, $2, $3, 10 from generate_series(1, 450) returning id`,
    [organization_id, participant_id, group_id],
  );
  const { body } = await staff.post<StartedBulkJob>('/payments/bulk/pay', {
    ...{ selection: { ids: rows.map(({ id }) => id) }, payment_date: '2026-01-05', method: 'cash' },
  });
  await worker.start();
  for (const place of ['payments', 'bulk_job_rows']) await killAt(place);
  expect(await rested(body.id)).toMatchObject({ state: 'done', done_count: 450, skipped: [] });
  const marked = `select status, version, count(*)::integer as count from payments where participant_id = $1
    group by status, version`;
  expect(await site.rows(marked, [participant_id])).toEqual([
    { status: 'completed', version: 2, count: 450 },
  ]);
});

test('an import that is killed wherever it is goes on, and makes each person once with one mail', async () => {
  const { id: group_id } = await site.factories.group({ organization_id });
  const lines = Array.from({ length: 900 }, (_, at) => `Bor Kos ${at},bor${at}@example.com`);
  const file = Buffer.from(`Ime,E-pošta\n${lines.join('\n')}`);
  const { body: sheet } = await staff.post<{ id: string; mapping: object }>(
    '/participant-imports?file_name=prijave.csv',
    file,
    { 'content-type': 'text/csv' },
  );
  const asked = { mapping: sheet.mapping, group_id, notify: true };
  const { body } = await staff.post<BulkJob>(`/participant-imports/${sheet.id}/run`, asked);
  await worker.kill();
  await worker.start();
  for (const place of ['participants', 'mails', 'bulk_job_rows']) await killAt(place);
  expect(await rested(body.id)).toMatchObject({ state: 'done', done_count: 900, mail_count: 900 });
  const made = await site.rows(
    `select count(*)::integer as people, count(distinct p.name)::integer as names,
       (select count(*)::integer from mails m where m.group_id = $1) as mails
     from participants p where p.group_id = $1`,
    [group_id],
  );
  expect(made).toEqual([{ people: 900, names: 900, mails: 900 }]);
});
