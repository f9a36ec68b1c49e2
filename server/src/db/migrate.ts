import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Env } from '../env.ts';
import { installJobs } from '../jobs/boss.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { readRelease } from '../release.ts';
import { openDatabase, readCommandEnv } from './connection/open.ts';
import { reason } from './connection/ready.ts';
import { keepTimeOuts } from './connection/time-outs.ts';
import { refuseNewer } from './migrating/migrated.ts';
import { isPooled, readShape } from './migrating/reconnecting.ts';
import { compatibleSince, runMigrations, type Say, untilLocked, waitBriefly } from './migrating/steps.ts';
import { refuseHalfRestored } from './restoring.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Any number will do, as long as every migrating process takes the same one. */
const LOCK = 7_364_201;
/** Milliseconds between two looks whether the others have migrated. */
const TURN = 200;

const roles = ['app_api', 'app_public', 'app_system'];

type Migrated = {
  databaseUrl: string;
  mailDelaySeconds?: number;
  /** Whether the caller is the restore that is under way in the database. */
  restoring?: boolean;
};

/**
 * Brings a database to the newest schema as its owner, while others use it: extensions and functions, tables, then routines,
 * roles and policies, which are written anew each time. Safe to run from several processes at once: the others wait. What was
 * cut off goes on where it was.
 *
 * How long mail can be called back that the database itself causes is written down there.
 *
 * @throws when the server is older than PostgreSQL 18, when a restore was cut off, when a newer release has migrated it, or
 *   when the roles are missing and the owner may not create them; the message then holds the SQL for the administrator.
 */
export async function migrate(
  { databaseUrl, mailDelaySeconds = 0, restoring }: Migrated,
  say: Say = sayAloud,
): Promise<void> {
  await asMigrator(databaseUrl, say, async (client) => {
    if (!restoring) await refuseHalfRestored(client);
    await refuseNewer(client);
    const { before, after } = await readRoutines();
    await runRoutines(client, before, say);
    // before anything is taken away: from now on, who would miss it is not started
    await client.query(constant('compatible_since', compatibleSince()));
    await runMigrations(client, say);
    await installJobs(databaseUrl);
    await writeMailDelay(client, mailDelaySeconds);
    await runRoutines(client, [constant('release', await readRelease()), ...after], say);
  });
}

/**
 * Makes the tables of an empty database as they were after some of the migrations, for rows of that time; without what is
 * written anew each time, so that nothing follows from the rows.
 */
export async function makeTables(databaseUrl: string, migrations: readonly string[]): Promise<void> {
  await asMigrator(databaseUrl, sayAloud, async (client) => {
    await runRoutines(client, (await readRoutines()).before, sayAloud);
    await runMigrations(client, sayAloud, { names: migrations });
  });
}

function sayAloud(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Works as the owner while no other process migrates. */
export async function asMigrator(
  databaseUrl: string,
  say: Say,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vpisnik migrate' });
  // the statement under way fails with it; unheard, the event would end the process
  client.on('error', () => {});
  await client.connect();
  try {
    await requireVersion(client);
    await waitForTurn(client, say);
    await waitBriefly(client);
    await ensureRoles(client);
    await work(client);
  } finally {
    await client.end();
  }
}

/** Polls for the lock: a waiting statement would block `create index concurrently` of the process that holds it. */
async function waitForTurn(client: pg.Client, say: Say): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
    if (rows[0]?.mine) return;
    if (tries === 0) say('Another process migrates this database; waiting for its end.');
    await wait(TURN);
  }
}

async function readRoutines(): Promise<{ before: string[]; after: string[] }> {
  const names = (await readdir(here('sql'))).sort();
  const isBefore = (name: string) => name.includes('before_tables');
  const read = (some: string[]) => Promise.all(some.map((name) => readFile(here(`sql/${name}`), 'utf8')));
  return {
    before: await read(names.filter(isBefore)),
    after: await read(names.filter((name) => !isBefore(name))),
  };
}

/** A routine that answers a constant of the migrating release. */
const constant = (name: string, value: string) =>
  `create or replace function app.${name}() returns text
   language sql immutable return ${pg.escapeLiteral(value)};`;

/** Writes down how long mail that the database itself causes can be called back. */
export async function writeMailDelay(client: pg.Client | pg.Pool, seconds: number): Promise<void> {
  await client.query(`create or replace function app.mail_delay() returns interval
    language sql immutable return make_interval(secs => ${Math.trunc(seconds)})`);
}

/** Writes all routines in one transaction: other sessions see either all old ones or all new ones. */
async function runRoutines(client: pg.Client, texts: string[], say: Say): Promise<void> {
  const write = async () => {
    await client.query('begin');
    try {
      for (const text of texts) await client.query(text);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
  await untilLocked('Writing routines', write, say);
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  );
  if ((rows[0]?.version ?? 0) < 180_000) throw new PlainError('Vpisnik needs PostgreSQL 18 or newer.');
}

/** The owner must be able to become each role, for development; in production each role signs in by itself. */
async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [roles],
  );
  const missing = roles.filter((role) => !rows.some((row) => row.rolname === role));
  const sql = missing.map(
    (role) => `create role ${role} nologin; grant ${role} to current_user with set true;`,
  );
  try {
    for (const statement of sql) await client.query(statement);
  } catch (error) {
    // another database of the same cluster may have been first
    if ((error as { code?: string }).code === '42710') return ensureRoles(client);
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new PlainError(
      `This database owner may not create roles. Let an administrator run:\n${sql.join('\n')}`,
    );
  }
}

/**
 * Whether one of the roles had not all of its time-outs. Tells of an address that doesn't let us in, but goes on: only behind a
 * pooler does the application need its limits.
 */
async function keepAllTimeOuts(env: Env): Promise<boolean> {
  let changed = false;
  for (const [variable, url] of Object.entries({
    DATABASE_API_URL: env.databaseApiUrl,
    DATABASE_PUBLIC_URL: env.databasePublicUrl,
    DATABASE_SYSTEM_URL: env.databaseSystemUrl,
  })) {
    try {
      if (await keepTimeOuts(url)) changed = true;
    } catch (error) {
      sayAloud(`${variable}: the time-outs of its role could not be set (${reason(error)}).`);
    }
  }
  return changed;
}

async function shapeOf(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await readShape(client);
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  await runToEnd(async (parts) => {
    const env = await openDatabase(parts, readCommandEnv());
    const before = await shapeOf(env.databaseDirectUrl);
    await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
    const limited = !env.embedded && (await keepAllTimeOuts(env));
    if (isPooled(env) && (limited || (await shapeOf(env.databaseDirectUrl)) !== before))
      sayAloud(
        'Connections of a pooler are as they were before: let it make new ones (PgBouncer: RECONNECT).',
      );
  });
}
