import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { limitsEnd } from '../../../test/clock.ts';
import { scratchDir } from '../../../test/scratch-dir.ts';
import { until } from '../../../test/until.ts';
import { findFreePorts } from '../../ports.ts';
import { type Embedded, startEmbedded } from '../embedded/embedded.ts';
import { asMigrator } from '../migrate.ts';
import { runMigrations } from './steps.ts';

// a cluster of its own, which is killed; it waits for the disk as in production
const dir = mkdtempSync(join(scratchDir(), 'vpisnik-steps-'));
let port = 0;
let cluster: Embedded;
let owner: pg.Client;

const connect = async () => {
  const client = new pg.Client(cluster.url);
  client.on('error', () => {});
  await client.connect();
  return client;
};

beforeAll(async () => {
  [port = 0] = await findFreePorts(1);
  cluster = await startEmbedded({ dir: join(dir, 'postgres'), port });
  owner = await connect();
});
afterAll(async () => {
  await owner.end();
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await owner.query(`
    drop schema if exists drizzle cascade;
    drop table if exists things;
    create table things (id integer primary key, name text not null);
    insert into things select n, 'thing ' || n from generate_series(1, 25) n`);
});

/** Writes a migration into a folder of its own; runs it, or lets another process do so. */
function migration(...steps: string[]) {
  const folder = mkdtempSync(join(dir, 'migrations-'));
  mkdirSync(join(folder, '20990101000000_test'));
  writeFileSync(
    join(folder, '20990101000000_test/migration.sql'),
    steps.join('\n--> statement-breakpoint\n'),
  );
  return {
    folder,
    async run(): Promise<string[]> {
      const said: string[] = [];
      const say = (line: string) => said.push(line);
      await asMigrator(cluster.url, say, (client) => runMigrations(client, say, { folder }));
      return said;
    },
  };
}

/** Begins a transaction that holds what is asked for until `end`. */
async function hold(statement: string) {
  const client = await connect();
  await client.query('begin');
  await client.query(statement);
  return { end: () => client.end() };
}

const everyStep = migration(
  `alter table "things" add column "nick" text`,
  `-- in pieces
   update things set nick = name where id in (select id from things where nick is null order by id limit 10)`.replace(
    /^ +/gm,
    '',
  ),
  `create index concurrently "things_nick" on "things" ("nick")`,
  `alter table "things" add constraint "things_nick_there" check ("nick" is not null) not valid`,
  `alter table "things" validate constraint "things_nick_there"`,
  `create table "more_things" ("id" integer primary key); drop table "more_things"`,
  `drop index concurrently if exists "things_nick"`,
  `create unique index concurrently "things_nick_key" on "things" ("nick")`,
);

/** What is there after all steps, each once. */
async function expectAll(): Promise<void> {
  const { rows } = await owner.query(`
    select (select count(nick)::integer from things) as named,
      array(select c.relname || ' ' || i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'things'::regclass order by 1) as indexes,
      array(select conname || ' ' || convalidated from pg_constraint
        where conrelid = 'things'::regclass and contype = 'c') as checks,
      array(select name from drizzle.__drizzle_migrations) as migrations,
      array(select name from drizzle.unfinished) as unfinished`);
  expect(rows).toEqual([
    {
      named: 25,
      indexes: ['things_nick_key true', 'things_pkey true'],
      checks: ['things_nick_there true'],
      migrations: ['20990101000000_test'],
      unfinished: [],
    },
  ]);
}

if (limitsEnd)
  test('a step that would have to wait lets others through, and is made once it can be', async () => {
    const reader = await hold('select from things');
    const migrating = migration(`alter table "things" add column "nick" text`).run();
    await untilWaiting();
    // behind the step, until it gives way
    await owner.query('select from things');
    expect(await columns()).not.toContain('nick');
    await reader.end();
    expect(await migrating).toContainEqual(
      expect.stringMatching(/^Migration 20990101000000_test waits for a transaction .* next try in 1 s\.$/),
    );
    expect(await columns()).toContain('nick');
  });

test('an index that an old transaction holds up holds nobody up', async () => {
  const writer = await hold('update things set name = name where id = 1');
  const migrating = migration(`create index concurrently "things_name" on "things" ("name")`).run();
  await untilWaiting();
  await owner.query(`update things set name = 'other' where id = 2`);
  await writer.end();
  expect(await migrating).toEqual([]);
});

test('two that migrate at once do each step once', async () => {
  const reader = await hold('select from things');
  const first = everyStep.run();
  await untilWaiting();
  const second = everyStep.run();
  await until(async () => {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where application_name = 'vpisnik migrate' and state = 'idle' and query like '%pg_try_advisory_lock%'`,
    );
    expect(rowCount).toBe(1);
  });
  await reader.end();
  await first;
  expect(await second).toEqual(['Another process migrates this database; waiting for its end.']);
  await expectAll();
});

test('an index whose rows are not unique is refused, and made once they are', async () => {
  await owner.query(`update things set name = 'the same' where id < 3`);
  const unique = migration(`create unique index concurrently "things_name_key" on "things" ("name")`);
  await expect(unique.run()).rejects.toMatchObject({ code: '23505' });
  await owner.query(`update things set name = 'another' where id = 1`);
  await unique.run();
  const { rows } = await owner.query(
    `select indisvalid from pg_index where indexrelid = 'things_name_key'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('an index that is dropped already, or in part, is no hindrance', async () => {
  const dropping = migration(`drop index concurrently "things_name"`);
  const cutOff = [
    'select',
    // as a drop that was cut off leaves it
    `create index things_name on things (name);
     update pg_index set indisvalid = false where indexrelid = 'things_name'::regclass`,
    'create index things_name on things (name)',
  ];
  for (const left of cutOff) {
    await owner.query(`drop schema if exists drizzle cascade; ${left}`);
    expect(await dropping.run()).toEqual([]);
    const { rows } = await owner.query(`select to_regclass('things_name') as name`);
    expect(rows).toEqual([{ name: null }]);
  }
});

test('killed in any step, it goes on where it was; so it does when the database is killed', async () => {
  const stops: { held: string; kill: (child: ChildProcess) => Promise<void> }[] = [
    { held: 'select from things', kill: killProcess },
    // in the third of its pieces
    { held: 'select from things where id = 22 for update', kill: killProcess },
    { held: 'lock table things in row exclusive mode', kill: killCluster },
    // while it drops the index that was cut off
    { held: 'lock table things in row exclusive mode', kill: killProcess },
    { held: 'select from things', kill: killProcess },
    { held: 'lock table things in share update exclusive mode', kill: killCluster },
  ];
  for (const { held, kill } of stops) {
    const holder = await hold(held);
    const process = new URL('../../../test/processes/migrator-process.ts', import.meta.url);
    const child = fork(process, [cluster.url, everyStep.folder], { silent: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    await untilWaiting();
    await kill(child);
    await holder.end();
  }
  const { rows } = await owner.query('select name from drizzle.unfinished');
  expect(rows).toEqual([{ name: '20990101000000_test' }]);
  await everyStep.run();
  await expectAll();
});

async function killProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function killCluster(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  process.kill(
    Number(readFileSync(join(dir, 'postgres/cluster/data/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  await gone;
  cluster = await startEmbedded({ dir: join(dir, 'postgres'), port });
  owner = await connect();
}

/** Waits until a migrating process waits for a lock. */
const untilWaiting = () =>
  until(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where application_name = 'vpisnik migrate' and wait_event_type = 'Lock'`,
    );
    if (rows.length === 0) throw new Error('Nothing waits for a lock');
  });

const columns = async () =>
  (
    await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'things'::regclass and attnum > 0`,
    )
  ).rows.map(({ name }) => name);
