import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { installJobs } from '../jobs/boss.ts';
import { runUntilStopped } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { openDatabase, readCommandEnv } from './open.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Any number will do, as long as every migrating process takes the same one. */
const LOCK = 7_364_201;

const roles = ['app_api', 'app_public', 'app_system'];

type Migrated = { databaseUrl: string; mailDelaySeconds?: number };

/**
 * Brings a database to the newest schema as its owner: extensions and functions, tables, then routines, roles and
 * policies, which are written anew each time. Safe to run from several processes at once: the others wait.
 *
 * How long mail can be called back that the database itself causes is written down there.
 *
 * @throws when the server is older than PostgreSQL 18, or when the roles are missing and the owner may not create
 *   them; the message then holds the SQL for the administrator.
 */
export async function migrate({ databaseUrl, mailDelaySeconds = 0 }: Migrated): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await ensureRoles(client);
    const routines = (await readdir(here('sql'))).sort();
    const before = routines.filter((name) => name.includes('before_tables'));
    await runRoutines(client, before);
    await runMigrations(drizzle({ client }), { migrationsFolder: here('migrations') });
    await installJobs(databaseUrl);
    await writeMailDelay(client, mailDelaySeconds);
    await runRoutines(
      client,
      routines.filter((name) => !before.includes(name)),
    );
  } finally {
    await client.end();
  }
}

/** Writes down how long mail that the database itself causes can be called back. */
export async function writeMailDelay(client: pg.Client | pg.Pool, seconds: number): Promise<void> {
  await client.query(`create or replace function app.mail_delay() returns interval
    language sql immutable return make_interval(secs => ${Math.trunc(seconds)})`);
}

async function runRoutines(client: pg.Client, names: string[]): Promise<void> {
  await client.query('begin');
  for (const name of names) await client.query(await readFile(here(`sql/${name}`), 'utf8'));
  await client.query('commit');
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

if (import.meta.main) {
  await runUntilStopped(async (parts) => {
    const env = await openDatabase(parts, readCommandEnv());
    await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
    await parts.disposeAsync();
  });
}
