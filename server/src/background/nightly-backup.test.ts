import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { commandVariables } from '../../test/backups.ts';
import { backUpNightly } from './nightly-backup.ts';

let app: TestApp;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'vpisnik-nightly-'));
  app = await createTestApp({
    variables: {
      FILES_URL: pathToFileURL(join(dir, 'files')).href,
      DATA_DIR: dir,
      METRICS_TOKEN: 'a token for metrics',
    },
  });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const never = new AbortController().signal;
const log = { warn: vi.fn(), error: vi.fn() };

/** The night of an installation whose backups go to a folder. */
async function night(target: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...commandVariables(app.env), BACKUP_TARGET: target }))
    vi.stubEnv(name, value);
  await backUpNightly(app.pools.system, log, never);
}

async function metrics(): Promise<string> {
  const { body } = await app.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer a token for metrics' },
  });
  return body;
}

test('makes an archive, removes old ones of its own alone, and tells the administrators when it fails', async () => {
  const admin = await app.factories.member({ role: 'ADMIN' });
  const target = join(dir, 'kept');
  mkdirSync(target);
  // a fixed day: years before any other
  const old = 'vpisnik-vpisnik.example.org-20200105T011300Z.tar.zst.age';
  const others = [
    'notes.txt',
    'vpisnik-other.example-20200105T011300Z.tar.zst.age',
    // of a night on which the clock was ahead
    'vpisnik-vpisnik.example.org-20990105T011300Z.tar.zst.age',
  ];
  for (const name of [old, ...others]) writeFileSync(join(target, name), '');
  expect(await metrics()).toContain('backup_last_success_timestamp_seconds 0');
  await night(target);
  expect(log.error).not.toHaveBeenCalled();
  const there = readdirSync(target);
  expect(there).toHaveLength(4);
  expect(there).toEqual(expect.arrayContaining(others));
  expect(there).not.toContain(old);
  // what a guess of the passphrase costs, which a release must not lower
  const [made = ''] = there.filter((name) => !others.includes(name));
  expect(readFileSync(join(target, made), 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
  expect(await app.rows('select target, failure, files from backups')).toEqual([
    { target, failure: null, files: 0 },
  ]);
  expect(await metrics()).toMatch(/^backup_last_success_timestamp_seconds 1\.?\d+/m);

  await night(join(target, 'notes.txt', 'below a file'));
  expect(log.error).toHaveBeenCalledOnce();
  expect(await metrics()).toContain('backup_failures_since_success 1');
  expect(await app.rows(`select to_address, data ->> 'subject' as reason from account_mails`)).toEqual([
    { to_address: admin.email, reason: expect.stringContaining('ENOTDIR') },
  ]);
});
