import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { compareReleases } from '../../release.ts';
import { readMigrations } from './migrated.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * How long a statement waits for a lock. All who come to the table meanwhile stand behind it. Longer than `deadlock_timeout`, a
 * second, after which PostgreSQL sends an autovacuum away.
 */
const LOCK_TIMEOUT = '1500ms';
/** Seconds between two tries, at most: beginning with one, each pause is twice as long as the one before. */
const LONGEST_PAUSE = 30;

/** Tells the operator of what takes long. */
export type Say = (line: string) => void;

/** What `client` needs for the rest of its session to stand in nobody's way. */
export async function waitBriefly(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'; set statement_timeout = 0`);
}

/** Repeats work that is undone when it can't have a lock, with a pause in which others go on, until it can. */
export async function untilLocked(what: string, work: () => Promise<void>, say: Say): Promise<void> {
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isBlocked(error)) throw error;
      say(`${what} waits for a transaction that uses the same table; next try in ${pause} s.`);
      await wait(pause * 1000);
    }
  }
}

/** No lock in time, or a deadlock, in which one of the two gives way. */
const isBlocked = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

/** Says in a migration's first lines that it takes something away, and the release that has stopped using it. */
export const contracts = /^-- contract: unused since (\d+\.\d+\.\d+)$/m;

/** The first release that knows what newer ones take away. */
const FIRST = '0.2.0';

/** The oldest release that can run with what all migrations of this one have made. */
export const compatibleSince = (): string =>
  readMigrationFiles({ migrationsFolder })
    .map(({ sql }) => contracts.exec(sql[0] ?? '')?.[1] ?? FIRST)
    .reduce((one, other) => (compareReleases(one, other) < 0 ? other : one), FIRST);

/**
 * Runs migrations that the database doesn't have yet, step by step: a step is what stands between two breakpoints. Each is
 * noted with what it does, so a migration cut off at any moment goes on where it was.
 *
 * @param names those to run, if not all
 */
export async function runMigrations(
  client: pg.Client,
  say: Say,
  { names, folder = migrationsFolder }: { names?: readonly string[]; folder?: string } = {},
): Promise<void> {
  // as drizzle makes it, whose tools read it
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint, name text, applied_at timestamptz default now()
    );
    create table if not exists drizzle.unfinished (name text primary key, steps integer not null)`);
  const there = await readMigrations(client);
  const unfinished = await client.query<{ name: string; steps: number }>(
    'select name, steps from drizzle.unfinished',
  );
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    const { name = '', sql: steps } = migration;
    if (there.includes(name) || (names && !names.includes(name))) continue;
    const done = unfinished.rows.find((one) => one.name === name)?.steps ?? 0;
    for (const [at, step] of steps.entries()) {
      if (at < done) continue;
      const note = at === steps.length - 1 ? noteMigration({ ...migration, name }) : noteStep(name, at + 1);
      await untilLocked(`Migration ${name}`, () => runStep(client, step, note), say);
    }
  }
}

const noteStep = (name: string, steps: number) =>
  `insert into drizzle.unfinished (name, steps) values (${literal(name)}, ${steps})
   on conflict (name) do update set steps = excluded.steps`;

const noteMigration = ({ name, hash, folderMillis }: { name: string; hash: string; folderMillis: number }) =>
  `delete from drizzle.unfinished where name = ${literal(name)};
   insert into drizzle.__drizzle_migrations (hash, created_at, name)
   values (${literal(hash)}, ${folderMillis}, ${literal(name)})`;

const literal = pg.escapeLiteral;

const concurrent = /^(?:create (?:unique )?|drop )index concurrently (?:if (?:not )?exists )?"?(\w+)"?/i;

/** Repeated until it finds no more rows, each time in a transaction of its own. */
export const inPieces = /^-- in pieces$/m;

async function runStep(client: pg.Client, step: string, note: string): Promise<void> {
  const statement = step.replace(/^(\s*--.*\n)*\s*/, '');
  const index = concurrent.exec(statement);
  if (index) {
    await runConcurrently(client, statement, index[1] ?? '');
    await client.query(note);
  } else if (inPieces.test(step)) {
    while ((await client.query(step)).rowCount) {}
    await client.query(note);
  } else {
    // one message is one transaction: the note is there if the step is
    await client.query(`${step}\n;${note}`);
  }
}

/** Makes or drops an index beside what goes on. Others don't stand behind it, so it waits as long as it takes. */
async function runConcurrently(client: pg.Client, statement: string, index: string): Promise<void> {
  await client.query('set lock_timeout = 0');
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('public.' || quote_ident($1))`,
    [index],
  );
  // what was cut off left an index that is in use for nothing, or has done its work already
  if (rows[0]?.valid === false) await client.query(`drop index concurrently "${index}"`);
  if (/^create/i.test(statement) !== (rows[0]?.valid ?? false)) await client.query(statement);
  await waitBriefly(client);
}
