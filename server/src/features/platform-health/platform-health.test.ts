import { tmpdir } from 'node:os';
import type { PlatformHealth } from '@vpisnik/contract/platform-health';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let admin: Caller;
beforeAll(async () => {
  const secret = 'five or more random words';
  site = await createTestApp({
    variables: { DATA_DIR: tmpdir(), BACKUP_TARGET: '/srv/backups', BACKUP_PASSPHRASE: secret },
  });
  admin = site.as(await site.factories.member({ role: 'ADMIN' }));
});
afterAll(() => site.close());

const read = async () => (await admin.get<PlatformHealth>('/platform-health')).body;

test('an operator reads the release, the database, what waits, the room and the latest backups', async () => {
  expect(await read()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: { version: expect.stringMatching(/^18\./), bytes: expect.any(Number) },
    ...{ mail_waits: 0, job_waits: expect.any(Number), failed_jobs: 0, disk_free: expect.any(Number) },
    replica: null,
    backups: { target: '/srv/backups', running: false, good_at: null, latest: [] },
  });
  await site.rows(
    `insert into backups (target, name, started_at, ended_at, bytes, rows, files, failure) values
       ('/srv/backups', 'a.tar.zst.age', now() - interval '2 hours', now() - interval '1 hour', 1000, 20, 3, null),
       ('/srv/backups', 'b.tar.zst.age', now() - interval '1 minute', now(), null, null, null, 'The disk is full.')`,
  );
  await site.rows(
    `insert into pgboss.job (name, state, completed_on) values ('purge', 'failed', now()), ('purge', 'failed', now() - interval '2 hours')`,
  );
  const { backups, failed_jobs } = await read();
  expect(failed_jobs).toBe(1);
  expect(backups.latest).toMatchObject([
    { name: 'b.tar.zst.age', bytes: null, failure: 'The disk is full.' },
    { name: 'a.tar.zst.age', bytes: 1000, rows: 20, files: 3, failure: null },
  ]);
  expect(Date.now() - Date.parse(backups.good_at ?? '')).toBeGreaterThan(3_600_000);
});

test('a backup that is asked for twice at once is made once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => admin.post('/platform-health/backups')));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await read()).backups.running).toBe(true);
  expect(await site.rows(`select state from pgboss.job where name = 'backup'`)).toHaveLength(1);
});

test('nothing is backed up where no place is set', async () => {
  const other = await createTestApp();
  try {
    const its = other.as(await other.factories.member({ role: 'ADMIN' }));
    expect((await its.get<PlatformHealth>('/platform-health')).body.backups.target).toBeNull();
    expect((await its.post('/platform-health/backups')).status).toBe(404);
  } finally {
    await other.close();
  }
});
