import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { readSheet } from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { workerToKill } from '../../../test/processes/forked-worker.ts';
import { lossyPools } from '../../../test/processes/lossy-pools.ts';
import { until } from '../../../test/until.ts';
import { purge } from '../../background/purge.ts';
import { startWorker } from '../../background/worker.ts';
import type { Storage } from '../../files/stored.ts';
import { fileKey } from './files.ts';

let site: TestApp;
let http: Awaited<ReturnType<TestApp['listen']>>;
let worker: ReturnType<typeof workerToKill>;
let organization_id: string;
let group: { id: string };
let maker: Member;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp();
  http = await site.listen();
  worker = workerToKill(site);
});
afterEach(() => worker.kill());
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group = await site.factories.group({ organization_id });
  maker = await site.factories.member({ organization_id, name: 'Maja Kovač' });
  staff = site.as(maker);
});

const add = (name: string) =>
  site.factories.participant({ organization_id, group_id: group.id, name, email: null });
const begin = async (ids: string[], as = staff, given: object = {}) => {
  const answer = await as.post<BulkJob>('/participants/bulk/export-jobs', {
    ...{ selection: { ids }, columns: ['name'], sort: 'name' },
    ...given,
  });
  expect(answer).toMatchObject({ status: 202, body: { kind: 'export', state: 'running', file_until: null } });
  return answer.body;
};
const rested = ({ id }: BulkJob, as = staff) =>
  until(async () => {
    const { body } = await as.get<BulkJob>(`/bulk-jobs/${id}`);
    expect(body.state).not.toBe('running');
    return body;
  });
const fetchFile = async ({ id }: BulkJob, who = maker) =>
  fetch(`${http.origin}/api/bulk-jobs/${id}/participants.xlsx`, {
    headers: { authorization: `Bearer ${await site.tokenOf(who)}` },
  });
const rowsOf = async (answer: Response) => readSheet(Buffer.from(await answer.arrayBuffer()));
/** What storage has of the organisation. */
const stored = (): string[] => {
  const folder = `${fileURLToPath(site.env.filesUrl)}/${organization_id}`;
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
};

/** Starts the worker while a table that every export reads is locked, and keeps it locked until the work is done. */
async function whileItWaits(work: () => Promise<void>): Promise<void> {
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query('lock table participants in access exclusive mode');
    await worker.start();
    await until(async () => {
      const rows = await site.rows(
        `select from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
         where a.datname = current_database() and l.relation = 'participants'::regclass`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a workbook is made in the background, for its maker alone, and goes after a day', async () => {
  const people = [await add('Ajda'), await add('Borut')];
  const job = await begin([...people.map(({ id }) => id), crypto.randomUUID()]);
  expect(job).toMatchObject({ total_count: 3, done_count: 0, skipped: [{ reason: 'not_found', count: 1 }] });
  expect((await fetchFile(job)).status).toBe(404);
  const another = await site.factories.member({ organization_id });
  const other = site.as(another);
  const open = async (who = staff) => {
    const { body } = await who.get<{ results: BulkJob[] }>('/bulk-jobs?open=true');
    return body.results.map(({ id }) => id);
  };
  await site.factories.bulkJob({ organization_id, account_id: maker.id });
  expect([await open(), await open(other)]).toEqual([[job.id], [job.id]]);
  await worker.start();
  const made = await rested(job);
  expect(made).toMatchObject({ state: 'done', done_count: 2, undo_until: null });
  const kept = Date.parse(made.file_until ?? '') - Date.parse(made.finished_at ?? '');
  expect(kept).toBe(24 * 3_600_000);
  const answer = await fetchFile(job);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="udelezenci-[\d-]+\.xlsx"$/,
  );
  expect(answer.headers.get('x-row-count')).toBe('2');
  expect(await rowsOf(answer)).toEqual([['Udeleženec'], ['Ajda'], ['Borut']]);
  // another administrator sees the job and not its file
  expect((await other.get(`/bulk-jobs/${job.id}`)).status).toBe(200);
  expect((await fetchFile(job, another)).status).toBe(404);
  expect([await open(), await open(other)]).toEqual([[job.id], []]);
  expect(
    await site.rows(
      `select actor, changes -> 'count' as count, changes -> 'ids' as ids, changes -> 'format' as format
       from activity_log where organization_id = $1 and action = 'participants_exported'`,
      [organization_id],
    ),
  ).toEqual([{ actor: 'Maja Kovač', count: 2, ids: 3, format: 'xlsx' }]);
  // whom it was of is not kept
  expect(await site.rows('select selection from bulk_jobs where id = $1', [job.id])).toEqual([
    { selection: { ids: 3 } },
  ]);
  await purge(site.pools.system, site.storage);
  expect(stored()).not.toEqual([]);
  // files that storage refuses to remove hold up no other
  const past = new Date(Date.now() - 1000).toISOString();
  const { id: stuck } = await site.factories.bulkJob({ organization_id, kind: 'export', file_until: past });
  await site.owner.query('update bulk_jobs set file_until = $2 where id = $1', [job.id, past]);
  expect((await fetchFile(job)).status).toBe(404);
  expect(await open()).toEqual([]);
  const storage: Storage = {
    ...site.storage,
    deleteAll: async (folder) => {
      if (folder.endsWith(stuck)) throw new Error('Storage is away');
      await site.storage.deleteAll(folder);
    },
  };
  await expect(purge(site.pools.system, storage)).rejects.toThrow('Storage is away');
  expect(stored().filter((path) => path.endsWith('.xlsx'))).toEqual([]);
});

test('a maker who may see less than then can no longer fetch it', async () => {
  const other = await site.factories.group({ organization_id });
  const lead = await site.factories.member({
    ...{ organization_id, role: 'GROUP_ADMIN', groups: [group.id, other.id] },
  });
  const jobs = [await begin([(await add('Ajda')).id]), await begin([(await add('Borut')).id], site.as(lead))];
  await worker.start();
  for (const job of jobs) expect(await rested(job)).toMatchObject({ state: 'done', done_count: 1 });
  const [ofAll, ofGroups] = jobs as [BulkJob, BulkJob];
  expect((await fetchFile(ofGroups, lead)).status).toBe(200);
  await site.owner.query('delete from membership_groups where group_id = $1', [other.id]);
  expect((await fetchFile(ofGroups, lead)).status).toBe(404);
  const offered = async ({ id }: BulkJob, who: Caller) => {
    const [job, open] = [
      await who.get<BulkJob>(`/bulk-jobs/${id}`),
      await who.get<{ results: BulkJob[] }>('/bulk-jobs?open=true'),
    ];
    return [job.body.file_until, open.body.results];
  };
  expect(await offered(ofGroups, site.as(lead))).toEqual([null, []]);
  await site.owner.query(`update memberships set role = 'GROUP_ADMIN' where account_id = $1`, [maker.id]);
  expect((await fetchFile(ofAll)).status).toBe(404);
  expect(await offered(ofAll, staff)).toEqual([null, []]);
  await site.owner.query(`update memberships set role = 'GROUP_VIEWER_USER' where account_id = $1`, [
    maker.id,
  ]);
  expect((await fetchFile(ofAll)).status).toBe(403);
});

test('a workbook whose process is killed is made again, and one that is stopped is not', async () => {
  const { id } = await add('Ajda');
  let job = await begin([id]);
  await whileItWaits(() => worker.kill());
  await worker.start();
  expect(await rested(job)).toMatchObject({ state: 'done', done_count: 1 });
  expect(await rowsOf(await fetchFile(job))).toEqual([['Udeleženec'], ['Ajda']]);
  const before = stored();
  await worker.kill();
  job = await begin([id]);
  await whileItWaits(async () => {
    expect(await staff.post(`/bulk-jobs/${job.id}/stop`)).toMatchObject({
      body: { state: 'stopped', stop_reason: 'stopped' },
    });
  });
  // the turn of the next one comes when this one's is over
  await rested(await begin([id]));
  expect((await fetchFile(job)).status).toBe(404);
  expect(stored().filter((path) => path.endsWith('.xlsx'))).toHaveLength(
    before.filter((path) => path.endsWith('.xlsx')).length + 1,
  );
});

/** Starts the work in the background in this process, until it is stopped as the process would be. */
async function startHere(): Promise<() => Promise<void>> {
  const running = await startWorker(site, site.app.log);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  onTestFinished(stop);
  return stop;
}

/** Rows of several steps, whose names hardly become smaller in a workbook. */
const MANY = 7000;

/**
 * Begins a workbook of many people whose file is a pipe, and starts the worker: it stands still in the midst of its rows
 * until `goOn`.
 */
async function beginPiped() {
  const people = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, status, reference, language)
     select $1, $2, md5(i::text) || md5((-i)::text), 'pending', app.new_reference(), 'sl'
     from generate_series(1, $3::integer) i returning id`,
    [organization_id, group.id, MANY],
  );
  const job = await begin(people.map(({ id }) => id));
  const path = `${fileURLToPath(site.env.filesUrl)}/${fileKey({ organization_id, id: job.id })}`;
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  const stop = await startHere();
  // opens when the other end does
  const pipe = await open(path);
  onTestFinished(() => pipe.close());
  await pipe.read(Buffer.alloc(1));
  return { job, stop, goOn: () => pipe.readFile() };
}

test('a workbook is made again whose process is told to stop in the midst of its rows', async () => {
  const { job, stop, goOn } = await beginPiped();
  const stopped = stop();
  await goOn();
  await stopped;
  expect(await staff.get(`/bulk-jobs/${job.id}`)).toMatchObject({ body: { state: 'running' } });
  await startHere();
  expect(await rested(job)).toMatchObject({ state: 'done', done_count: MANY });
  expect(await rowsOf(await fetchFile(job))).toHaveLength(MANY + 1);
});

test('a workbook is made again that loses its connection in the midst of its rows', async () => {
  const { job, goOn } = await beginPiped();
  await until(async () => {
    const rows = await site.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'declare exported %'`,
    );
    expect(rows).toHaveLength(1);
  });
  await goOn();
  expect(await rested(job)).toMatchObject({ state: 'done', done_count: MANY });
});

test('a workbook whose end is noted with an answer that is lost keeps its file', async () => {
  const { way, pools } = await lossyPools(site);
  const lost = way.loseCommit('answer', "update bulk_jobs set state = 'done'");
  const job = await begin([(await add('Ajda')).id]);
  const running = await startWorker({ ...site, pools }, site.app.log);
  await lost;
  await running.stop();
  expect(await rowsOf(await fetchFile(job))).toEqual([['Udeleženec'], ['Ajda']]);
});

test('a workbook that another process has made meanwhile keeps its file', async () => {
  const job = await begin([(await add('Ajda')).id]);
  const storage: Storage = {
    ...site.storage,
    putStream: async (...given) => {
      await site.storage.putStream(...given);
      await site.owner.query(
        `update bulk_jobs set state = 'done', finished_at = now(), file_until = now() + interval '1 day',
           file = '{"name": "udelezenci.xlsx", "rows": 1, "rank": 0, "groups": null}' where id = $1`,
        [job.id],
      );
    },
  };
  const running = await startWorker({ ...site, storage }, site.app.log);
  await rested(job);
  await running.stop();
  expect(await rowsOf(await fetchFile(job))).toEqual([['Udeleženec'], ['Ajda']]);
});

test('a maker whose rank is lowered meanwhile gets none, and is told why', async () => {
  const job = await begin([(await add('Ajda')).id]);
  await site.owner.query(`update memberships set role = 'GROUP_VIEWER_USER' where account_id = $1`, [
    maker.id,
  ]);
  const admin = site.as(await site.factories.member({ organization_id }));
  await worker.start();
  expect(await rested(job, admin)).toMatchObject({ state: 'stopped', stop_reason: 'forbidden' });
  expect(stored()).toEqual([]);
});
