import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { isAlive } from '../../processes.ts';
import { keepEmbedded } from './keep.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vpisnik-keep-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const postmaster = () =>
  Number(readFileSync(join(dir, 'cluster/data/postmaster.pid'), 'utf8').split('\n')[0]);

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('comes back at its address after kill -9, each time, with all that was written', async () => {
  // a fast one would not have waited for the disk
  const kept = await keepEmbedded({ dir });
  await ask(kept.url, 'create table kept as select 7 as n');
  for (const _time of [1, 2]) {
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await until(async () => expect(await ask(kept.url, 'select n from kept')).toEqual([{ n: 7 }]));
    expect(postmaster()).not.toBe(killed);
  }
  const last = postmaster();
  await kept.stop();
  await expect.poll(() => isAlive(last)).toBe(false);
  await expect(ask(kept.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('leaves nothing running when it is stopped while it comes back', async () => {
  const kept = await keepEmbedded({ dir, fast: true });
  process.kill(postmaster(), 'SIGKILL');
  await kept.stop();
  await expect(ask(kept.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

/** A process that keeps a database, its address, and what it says when it ends. */
async function keeper(pauses?: number[]) {
  const from = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `import { runUntilStopped, startPart } from ${from('../../lifecycle.ts')};
    import { keepEmbedded } from ${from('keep.ts')};
    await runUntilStopped(async (parts) => {
      const kept = keepEmbedded({ dir: ${JSON.stringify(dir)}, fast: true }, ${JSON.stringify(pauses)});
      process.stdout.write((await startPart(parts, kept)).url);
    });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [url] = await once(child.stdout, 'data');
  const ended = once(child, 'exit').then(([code]) => ({ code, said }));
  return { child, url: String(url), ended };
}

test('that ends soon after each start is given up, in words and with a code', async () => {
  const { child, url, ended } = await keeper([0, 0]);
  // held as soon as the keeper uses a database that it has started
  const lock = "select from pg_locks where locktype = 'advisory' and granted";
  await until(async () => {
    const held = child.exitCode === null ? await ask(url, lock).catch(() => []) : [];
    if (held.length > 0) process.kill(postmaster(), 'SIGKILL');
    expect(child.exitCode).not.toBeNull();
  }, 100_000);
  const { code, said } = await ended;
  expect([code, said]).toEqual([1, expect.stringContaining('It ended soon after each of its last starts')]);
});

test('that can come back no more ends the process with a code that a supervisor sees', async () => {
  const { ended } = await keeper();
  // no server reads the files of another version
  writeFileSync(join(dir, 'cluster/data/PG_VERSION'), '9\n');
  process.kill(postmaster(), 'SIGKILL');
  const { code, said } = await ended;
  expect([code, said]).toEqual([1, expect.stringContaining('could not be started again')]);
});
