import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';

const made: string[] = [];
const started: Embedded[] = [];

function newDirectory(name = 'cluster of šola'): string {
  const base = mkdtempSync(join(tmpdir(), 'vpisnik-embedded-'));
  made.push(base);
  return join(base, name);
}

async function start(options: EmbeddedOptions): Promise<Embedded> {
  const embedded = await startEmbedded({ fast: true, ...options });
  started.push(embedded);
  return embedded;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (dir: string): number =>
  Number(readFileSync(join(dir, 'cluster/data/postmaster.pid'), 'utf8').split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Its lock file, for which a stop waits, goes just before the process itself. */
const ended = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

afterEach(async () => {
  for (const embedded of started.splice(0)) await embedded.stop();
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

test('starts in a path with spaces, keeps data over a restart, stops twice without harm', async () => {
  const dir = newDirectory();
  const first = await start({ dir });
  expect(first.adopted).toBe(false);
  await ask(first.url, 'create table kept as select 1 as n');
  const pid = postmaster(dir);
  await Promise.all([first.stop(), first.stop()]);
  await ended(pid);
  const second = await start({ dir });
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('knows Slovenian letters and order, and takes 200 connections', async () => {
  const { url } = await start({ dir: newDirectory() });
  expect(await ask(url, `select lower('ŠČŽ') as lower, 'č' collate "sl-x-icu" < 'd' as ordered`)).toEqual([
    { lower: 'ščž', ordered: true },
  ]);
  expect(await ask(url, 'show max_connections')).toEqual([{ max_connections: '200' }]);
});

test('a kept cluster waits for the disk; only a fast one does not', async () => {
  const { url } = await start({ dir: newDirectory(), fast: false });
  expect(await ask(url, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }]);
});

test('two starters at once share one new cluster, and the last to leave stops it', async () => {
  const dir = newDirectory();
  const [one, other] = await Promise.all([start({ dir }), start({ dir })]);
  expect(one.url).toBe(other.url);
  expect([one.adopted, other.adopted].sort()).toEqual([false, true]);
  const pid = postmaster(dir);
  await one.stop();
  expect(await ask(other.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await other.stop();
  await ended(pid);
});

test('adopts the database of a killed process and stops it at the end', async () => {
  const dir = newDirectory();
  const script = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const { url } = await startEmbedded({ dir: ${JSON.stringify(dir)}, fast: true });
    process.stdout.write(url + '\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (said) => resolve(String(said).trim())),
  );
  await ask(url, 'create table kept as select 7 as n');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const pid = postmaster(dir);
  expect(isAlive(pid)).toBe(true);
  const next = await start({ dir });
  expect(next).toMatchObject({ adopted: true, url });
  expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await next.stop();
  await ended(pid);
});

test('recovers after kill -9 of PostgreSQL itself', async () => {
  const dir = newDirectory();
  const first = await start({ dir, fast: false });
  await ask(first.url, 'create table kept as select 7 as n');
  process.kill(postmaster(dir), 'SIGKILL');
  const next = await start({ dir, fast: false });
  expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a process id that belongs to another program does not stop the start', async () => {
  const dir = newDirectory();
  const first = await start({ dir });
  await first.stop();
  writeFileSync(
    join(dir, 'cluster/data/postmaster.pid'),
    `${process.pid}\n${join(dir, 'cluster/data')}\n1\n1\n\n127.0.0.1\n0 0\nready\n`,
  );
  const next = await start({ dir });
  expect(next.adopted).toBe(false);
});

test('a copied directory never joins the original database', async () => {
  const dir = newDirectory();
  const copy = newDirectory('copy');
  const original = await start({ dir });
  cpSync(dir, copy, { recursive: true });
  await expect(start({ dir: copy })).rejects.toThrow('was copied or moved');
  rmSync(join(copy, 'cluster/data/postmaster.pid'));
  const copied = await start({ dir: copy });
  expect(copied.adopted).toBe(false);
  expect(new URL(copied.url).port).not.toBe(new URL(original.url).port);
});

test('a cluster of another major version is refused and left as it is', async () => {
  const dir = newDirectory();
  const first = await start({ dir });
  await first.stop();
  const version = join(dir, 'cluster/data/PG_VERSION');
  const own = readFileSync(version, 'utf8');
  writeFileSync(version, '17\n');
  await expect(start({ dir })).rejects.toThrow('is of PostgreSQL 17, and this release brings 18');
  writeFileSync(version, own);
  expect(await ask((await start({ dir })).url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('an upgrade that was cut off never ends in a new, empty cluster', async () => {
  const dir = newDirectory();
  mkdirSync(join(dir, 'cluster-17'), { recursive: true });
  await expect(start({ dir })).rejects.toThrow('was cut off');
});

test('a taken port is said plainly', async () => {
  const other = await start({ dir: newDirectory() });
  const port = Number(new URL(other.url).port);
  await expect(start({ dir: newDirectory(), port })).rejects.toThrow(`Port ${port}`);
});

if (process.getuid?.() === 0) {
  test('root runs a cluster that belongs to another account', async () => {
    const dir = newDirectory();
    chmodSync(join(dir, '..'), 0o700); // out of that account's reach, as /root is
    const first = await start({ dir });
    await first.stop();
    execFileSync('chown', ['-R', 'nobody', join(dir, 'cluster')]);
    const next = await start({ dir });
    expect(await ask(next.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
}
