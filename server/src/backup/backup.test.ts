import { randomBytes } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { passphrase, runCommand } from '../../test/backups.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sendWhole, startS3 } from '../../test/outside/s3-server.ts';
import { until } from '../../test/until.ts';
import { connectOwner } from '../db/connection/connect-owner.ts';
import { createPools } from '../db/connection/pools.ts';
import { requireReadyDatabase } from '../db/connection/ready.ts';
import { migrate } from '../db/migrate.ts';
import { beginRestoring, isBeingRestored } from '../db/restoring.ts';
import { organization_archives } from '../db/schema.ts';
import { openStorage } from '../files/storage.ts';
import { PlainError } from '../plain-error.ts';
import { type Entry, openArchive, sealArchive } from './archive.ts';
import { checkArchive } from './check.ts';
import { takeSnapshot } from './make.ts';
import { findArchive } from './place.ts';
import { countWaiting, findUnreleased, release } from './release.ts';
import { verifyArchive } from './verify.ts';

// several processes begin in a test, each of which loads the application
vi.setConfig({ testTimeout: 600_000 });

let app: TestApp;
let dir: string;
let whole: string;
/** The key of an organisation's archive, which no backup has. */
let ofOrganization: string;
/** Noise that no compression makes smaller, in three pieces. */
const large = randomBytes(9_000_000);
/** Milliseconds until a process has begun its work. */
const patience = 300_000;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'vpisnik-backup-'));
  app = await createTestApp({
    variables: { FILES_URL: pathToFileURL(join(dir, 'files')).href, DATA_DIR: dir },
  });
  const member = await app.factories.member({ role: 'GROUP_ADMIN' });
  const group = await app.factories.group({ organization_id: String(member.organization_id) });
  for (const name of ['Ana Črnič', 'Črt\\N\tTab\nLine', 'Živa "Ž" \u{1F483}'])
    await app.factories.participant({
      organization_id: String(member.organization_id),
      group_id: group.id,
      name,
    });
  await app.rows(
    `insert into mails (organization_id, group_id, email_type, recipient_kind, to_address, language)
     values ($1, $2, 'application_status_update', 'applicant', 'ana@example.com', 'sl')`,
    [member.organization_id, group.id],
  );
  await app.rows(`insert into account_mails (kind, to_address) values ('invitation', 'rok@example.com')`);
  const storage = openStorage(app.env);
  await storage.put(`${member.organization_id}/a/banner.webp`, Buffer.from('banner'));
  await storage.put(`${member.organization_id}/a/empty`, Buffer.alloc(0));
  await storage.putStream(`${member.organization_id}/b/large`, Readable.from([large]));
  const { id: archive } = await app.factories.insert(organization_archives, {
    ...{ organization_id: String(member.organization_id), account_id: member.id, actor: 'Ana' },
    ...{
      state: 'done',
      name: 'arhiv.zip',
      bytes: 5,
      file_until: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  ofOrganization = `${member.organization_id}/${archive}/archive.zip`;
  await storage.put(ofOrganization, Buffer.from('arhiv'));
  whole = await makeArchive('whole');
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

async function makeArchive(folder: string): Promise<string> {
  const { code, said } = await runCommand('backup', [join(dir, folder)], app.env).ended;
  expect(said).toContain('Backup made');
  expect(code).toBe(0);
  const [name] = readdirSync(join(dir, folder));
  return join(dir, folder, String(name));
}

/** An empty database with an empty place for files. */
async function emptyPlace(): Promise<TestDatabase> {
  const files = mkdtempSync(join(dir, 'restored-'));
  const place = await createEmptyDatabase({ FILES_URL: pathToFileURL(files).href, DATA_DIR: dir });
  onTestFinished(async () => void (await place.drop()));
  return place;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Whether nothing is left of a restore. */
async function isEmpty({ env }: TestDatabase): Promise<boolean> {
  const [row] = await ask<{ count: string }>(
    env.databaseUrl,
    `select (select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema'))
       + (select count(*) from pg_namespace where nspname in ('app', 'pgboss', 'drizzle', 'being_restored')) as count`,
  );
  return row?.count === '0' && (await Array.fromAsync(openStorage(env).list())).length === 0;
}

/** What the tables hold, but for what a restore itself writes. */
async function contents(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('backups', 'restorations', 'rate_limits', 'organization_archives') order by 1`,
    );
    const all: Record<string, unknown> = {};
    for (const { name } of tables)
      all[name] = (await client.query(`select t::text as row from public.${name} t order by 1`)).rows;
    return all;
  } finally {
    await client.end();
  }
}

test('a restored installation has the same rows, files and mails, and sends nothing until it is released', async () => {
  const place = await emptyPlace();
  const { code, said } = await runCommand('restore', [whole], place.env).ended;
  expect(said).toMatch(/participants +3 rows/);
  expect(code).toBe(0);
  expect(await contents(place.env.databaseUrl)).toEqual(await contents(app.env.databaseUrl));
  const [before, after] = [openStorage(app.env), openStorage(place.env)];
  const keys = (await Array.fromAsync(before.list())).filter((key) => key !== ofOrganization).sort();
  expect((await Array.fromAsync(after.list())).sort()).toEqual(keys);
  for (const key of keys) {
    const [one, other] = await Promise.all([before.read(key), after.read(key)]);
    expect(one && other && (await buffer(one.stream)).equals(await buffer(other.stream))).toBe(true);
  }
  expect(
    await ask(place.env.databaseUrl, 'select state, file_until <= now() as over from organization_archives'),
  ).toEqual([{ state: 'done', over: true }]);
  const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
  expect(await ask(place.env.databaseUrl, indexes)).toEqual(await ask(app.env.databaseUrl, indexes));
  // rows that come next take no number of before
  const numbers = `select last_value from pg_sequences where schemaname = 'public' order by sequencename`;
  expect(await ask(place.env.databaseUrl, numbers)).toEqual(await ask(app.env.databaseUrl, numbers));

  const pools = createPools(place.env);
  onTestFinished(() => pools.close());
  await requireReadyDatabase(place.env, pools);
  const unreleased = await findUnreleased(pools.system);
  expect(unreleased && (await countWaiting(pools.system, unreleased))).toEqual([
    { type: 'application_status_update', count: 1 },
    { type: 'invitation', count: 1 },
  ]);
  const undecided = await runCommand('restore', ['--release'], place.env).ended;
  expect(undecided).toMatchObject({ code: 1, said: expect.stringMatching(/1 {2}application_status_update/) });
  expect(await findUnreleased(pools.system)).toBeDefined();
  const client = await connectOwner(place.env.databaseUrl);
  if (unreleased) await release(client, unreleased, 'cancelled');
  await client.end();
  expect(await findUnreleased(pools.system)).toBeUndefined();
  expect(
    await ask(
      place.env.databaseUrl,
      'select state, state_reason from mails union all select state, state_reason from account_mails',
    ),
  ).toEqual(Array(2).fill({ state: 'cancelled', state_reason: 'restored' }));
});

test('a database that was put back by other means sends nothing until it is released', async () => {
  const place = await createTestDatabase({ DATA_DIR: dir, FILES_URL: app.env.filesUrl });
  onTestFinished(async () => void (await place.drop()));
  await ask(
    place.env.databaseUrl,
    `insert into account_mails (kind, to_address, state) values ('invitation', 'rok@example.com', 'sending') returning id`,
  );
  const held = (moment: string) => runCommand('restore', ['--hold', moment], place.env).ended;
  for (const moment of [
    '',
    'yesterday',
    '2025-11-20 14:05:00',
    '2025-13-40 14:05:00+01',
    '2999-01-01T00:00:00Z',
  ])
    expect(await held(moment)).toMatchObject({ code: 1, said: expect.stringContaining('Say which moment') });
  const pools = createPools(place.env);
  const connection = await pools.system.connect();
  expect(await findUnreleased(connection)).toBeUndefined();
  expect(await held('2025-11-20 14:05:00+01')).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database is in use'),
  });
  // an owner who is no superuser is not told what kind of connections others have
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  await ask(
    place.env.databaseUrl,
    `create role ${owner} login password 'geslo'; grant select on restorations to ${owner}`,
  );
  const url = Object.assign(new URL(place.env.databaseUrl), { username: owner, password: 'geslo' }).href;
  const asOwner = { ...place.env, databaseUrl: url };
  expect(await runCommand('restore', ['--hold', '2025-11-20 14:05:00+01'], asOwner).ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database is in use'),
  });
  await ask(place.env.databaseUrl, `revoke select on restorations from ${owner}; drop role ${owner}`);
  connection.release();
  await pools.close();
  await until(async () => expect(await held('2025-11-20 14:05:00+01')).toMatchObject({ code: 0 }), patience);
  expect(await held('2025-11-20 14:05:00+01')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Mails wait for a release already'),
  });
  expect(await ask(place.env.databaseUrl, 'select made_at, released_at from restorations')).toEqual([
    { made_at: new Date('2025-11-20T13:05:00Z'), released_at: null },
  ]);
  const cancelled = await runCommand('restore', ['--release', '--cancel'], place.env).ended;
  expect(cancelled).toMatchObject({ code: 0 });
  expect(await ask(place.env.databaseUrl, 'select state, state_reason from account_mails')).toEqual([
    { state: 'cancelled', state_reason: 'restored' },
  ]);
});

test('an archive shows one moment, whatever is written meanwhile', async () => {
  await app.rows('create table if not exists pairs_a (n integer); ');
  await app.rows('create table if not exists pairs_z (n integer)');
  onTestFinished(async () => {
    await app.rows('drop table pairs_a, pairs_z');
  });
  let done = false;
  let written = 0;
  const writing = (async () => {
    while (!done) {
      await app.rows('with one as (insert into pairs_a values (1)) insert into pairs_z values (1)');
      written += 1;
    }
  })();
  await until(() => expect(written).toBeGreaterThan(3));
  const archive = await makeArchive('moving');
  done = true;
  await writing;
  const lines: Record<string, number> = { pairs_a: 0, pairs_z: 0 };
  for await (const { name, data } of openArchive(Readable.from([readFileSync(archive)]), passphrase))
    for (const table of Object.keys(lines))
      if (name.startsWith(`rows/${table}/`))
        lines[table] = Buffer.from(data).toString().split('\n').length - 1;
  expect(lines.pairs_a).toBeGreaterThan(3);
  expect(lines.pairs_z).toBe(lines.pairs_a);
  expect(lines.pairs_a).toBeLessThanOrEqual(written);
});

/** The archive with something of it changed. */
function changed(change: (archive: Buffer<ArrayBuffer>) => Buffer): string {
  const path = join(mkdtempSync(join(dir, 'changed-')), 'vpisnik.tar.zst.age');
  writeFileSync(path, change(readFileSync(whole)));
  return path;
}
async function resealed(change: (entry: Entry) => Entry): Promise<string> {
  async function* entries() {
    for await (const entry of openArchive(Readable.from([readFileSync(whole)]), passphrase))
      yield change(entry);
  }
  const sealed = await buffer(await sealArchive(entries(), passphrase));
  return changed(() => sealed);
}
const changedHead = (change: object) =>
  resealed(({ name, data }) => ({
    name,
    data:
      name === 'head.json'
        ? Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(data).toString()), ...change }))
        : data,
  }));
const flipped = (archive: Buffer<ArrayBuffer>, at: number) => {
  archive[at] = (archive[at] ?? 0) ^ 1;
  return archive;
};

const checked = (path: string, phrase = passphrase) => checkArchive(createReadStream(path), phrase);

test.each<[string, () => string | Promise<string>, RegExp]>([
  ['an archive that is cut', () => changed((all) => all.subarray(0, all.length >> 1)), /is damaged/],
  ['an archive without its last bytes', () => changed((all) => all.subarray(0, -9)), /is damaged/],
  ['one flipped bit', () => changed((all) => flipped(all, all.length >> 1)), /is damaged/],
  ['a flipped bit at the end', () => changed((all) => flipped(all, all.length - 1)), /is damaged/],
  ['another file', () => changed(() => Buffer.from('no archive')), /is damaged/],
  ['an archive of a later format', () => changedHead({ format: 2 }), /newer release/],
  [
    'an archive of a later release',
    () => changedHead({ release: '9.9.9', migrations: ['2099_x'] }),
    /9\.9\.9/,
  ],
  [
    'an archive without some of its rows',
    () =>
      resealed(({ name, data }) => ({
        name,
        data: name.startsWith('rows/organizations/') ? Buffer.alloc(0) : data,
      })),
    /does not hold what it says/,
  ],
])('%s is refused by a sentence', async (_what, archive, says) => {
  const refused = checked(await archive());
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.toBeInstanceOf(PlainError);
});

test('what is wrong is said before anything is done', async () => {
  expect((await checked(whole)).sums.files).toMatchObject({ count: 3, bytes: 9_000_006 });
  const place = await emptyPlace();
  const cases: [string, Record<string, string>, RegExp][] = [
    [whole, { BACKUP_PASSPHRASE: 'another passphrase' }, /BACKUP_PASSPHRASE does not open/],
    [whole, { BACKUP_PASSPHRASE: '' }, /BACKUP_PASSPHRASE is missing/],
    [whole, { SECRET_KEY: 'x'.repeat(40) }, /SECRET_KEY is not the key of this archive/],
    [changed((all) => flipped(all, all.length >> 1)), {}, /is damaged/],
    [join(dir, 'nothing'), {}, /There is no archive/],
  ];
  for (const [archive, variables, says] of cases) {
    const { code, said } = await runCommand('restore', [archive], place.env, variables).ended;
    expect(said).toMatch(says);
    expect(said).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  }
  expect(await isEmpty(place)).toBe(true);
});

test('a place that is not empty is refused and left as it is', async () => {
  const before = await contents(app.env.databaseUrl);
  const { code, said } = await runCommand('restore', [whole], app.env).ended;
  expect(said).toContain('The database is not empty');
  expect(code).toBe(1);
  expect(await contents(app.env.databaseUrl)).toEqual(before);
  const place = await emptyPlace();
  await openStorage(place.env).put('mine', Buffer.from('mine'));
  const other = await runCommand('restore', [whole], place.env).ended;
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('FILES_URL') });
  expect(await Array.fromAsync(openStorage(place.env).list())).toEqual(['mine']);
});

test('a restore that is killed leaves a place that nothing uses, and the next one goes on to the end', async () => {
  const place = await emptyPlace();
  const { child, ended } = runCommand('restore', [whole], place.env);
  const there = `select to_regclass('public.participants') is not null as there`;
  await until(
    async () => expect(await ask(place.env.databaseUrl, there)).toEqual([{ there: true }]),
    patience,
  );
  child.kill('SIGKILL');
  await ended;
  const pools = createPools(place.env);
  onTestFinished(() => pools.close());
  expect(await isBeingRestored(pools.system)).toBe(true);
  await expect(requireReadyDatabase(place.env, pools)).rejects.toThrow('was cut off');
  await expect(migrate({ databaseUrl: place.env.databaseUrl })).rejects.toThrow('was cut off');
  // its connection ends a moment after it
  await until(async () => {
    const again = await runCommand('restore', [whole], place.env).ended;
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('Removing what a restore') });
  }, patience);
  expect(await contents(place.env.databaseUrl)).toEqual(await contents(app.env.databaseUrl));
});

const archivesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.age'));

test('a backup that is killed leaves no archive, and the next one is made', async () => {
  const folder = join(dir, 'killed');
  const { child, ended } = runCommand('backup', [folder], app.env);
  await until(() => expect(readdirSync(folder)).toHaveLength(1), patience);
  child.kill('SIGKILL');
  await ended;
  expect(archivesIn(folder)).toEqual([]);
  await until(
    async () => expect(await runCommand('backup', [folder], app.env).ended).toMatchObject({ code: 0 }),
    patience,
  );
  expect(archivesIn(folder)).toHaveLength(1);
});

test('a backup that is stopped fails and keeps nothing, which is noted', async () => {
  const folder = join(dir, 'stopped');
  const { child, ended } = runCommand('backup', [folder], app.env);
  await until(() => expect(readdirSync(folder)).toHaveLength(1), patience);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 1 });
  expect(readdirSync(folder)).toEqual([]);
  expect(await app.rows('select failure from backups order by ended_at desc limit 1')).toEqual([
    { failure: 'The backup was stopped before its end.' },
  ]);
});

test('a proof that is stopped leaves none of what it has unpacked, nor what one that was killed has', async () => {
  const env = { ...app.env, dataDir: mkdtempSync(join(dir, 'proof-')) };
  // of the two the second one is the operator's
  const dayBefore = Date.now() / 1000 - 2 * 86_400;
  for (const name of ['unpacked-verify-killed', 'verify-notes']) {
    mkdirSync(join(env.dataDir, name, 'postgres'), { recursive: true });
    utimesSync(join(env.dataDir, name), dayBefore, dayBefore);
  }
  const parts = new AsyncDisposableStack();
  const archive = await findArchive(parts, whole, env);
  const refused = expect(verifyArchive(parts, env, archive, passphrase, () => {})).rejects.toThrow();
  await until(() => expect(readdirSync(env.dataDir)).not.toContain('unpacked-verify-killed'), patience);
  await until(() => expect(readdirSync(env.dataDir)).toHaveLength(2), patience);
  await parts.disposeAsync();
  await refused;
  expect(readdirSync(env.dataDir)).toEqual(['verify-notes']);
});

test('a full disk is said, keeps nothing, and is noted', async () => {
  const folder = join(dir, 'full');
  const { code, said } = await runCommand('backup', [folder], app.env, { most: '4000' }).ended;
  expect(said).toContain('There is no room left');
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect(await app.rows('select failure from backups order by ended_at desc limit 1')).toEqual([
    { failure: expect.stringContaining('no room left') },
  ]);
});

test('two backups at once: the second is refused', async () => {
  const client = await connectOwner(app.env.databaseUrl);
  onTestFinished(() => client.end());
  await takeSnapshot(client, '0');
  const { code, said } = await runCommand('backup', [join(dir, 'second')], app.env).ended;
  expect(said).toContain('Another backup of this database is being made');
  expect(code).toBe(1);
});

test('a database that was restored in part is not backed up', async () => {
  const place = await emptyPlace();
  const client = await connectOwner(place.env.databaseUrl);
  onTestFinished(() => client.end());
  await migrate(place.env);
  await beginRestoring(client);
  await expect(takeSnapshot(client, '0')).rejects.toThrow('A restore into this database is under way');
});

test('a database whose migration was cut off is refused until it is at its end', async () => {
  await app.rows(`insert into drizzle.unfinished (name, steps) values ('29991231000000_later', 2)`);
  onTestFinished(async () => void (await app.rows('delete from drizzle.unfinished')));
  const client = await connectOwner(app.env.databaseUrl);
  onTestFinished(() => client.end());
  await expect(takeSnapshot(client, '0')).rejects.toThrow(
    'A migration is under way, or was cut off (29991231000000_later). Run npm run db:migrate to its end, then begin again.',
  );
});

test('into a bucket and back, also when it vanishes in the middle of one', async () => {
  const bucket = await startS3();
  onTestFinished(() => bucket.stop());
  const { FILES_URL: address = '', ...credentials } = bucket.variables;
  const target = address.replace('/files', '/backups');
  await openStorage(app.env).putStream('more/than/a/part', Readable.from([randomBytes(20_000_000)]));
  onTestFinished(() => openStorage(app.env).deleteAll('more'));
  bucket.send = (response, answer, request) => {
    // the first part has arrived
    if (request.url?.includes('partNumber=1')) bucket.leave();
    else sendWhole(response, answer, request);
  };
  const lost = await runCommand('backup', [target], app.env, credentials).ended;
  expect(lost).toMatchObject({ code: 1, said: expect.stringContaining("S3 can't be reached") });
  expect([...bucket.objects.keys()]).toEqual([]);
  bucket.comeBack();
  bucket.send = sendWhole;
  expect(await runCommand('backup', [target], app.env, credentials).ended).toMatchObject({ code: 0 });
  const [key = ''] = [...bucket.objects.keys()];
  const place = await emptyPlace();
  const from = target.replace('/backups', `/${key}`);
  expect(await runCommand('restore', [from], place.env, credentials).ended).toMatchObject({ code: 0 });
  expect(await contents(place.env.databaseUrl)).toEqual(await contents(app.env.databaseUrl));
});
