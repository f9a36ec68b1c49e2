import pg from 'pg';

/** Limits for connections of the pools, in milliseconds; below the 30 s that clients wait. */
export const timeOuts = {
  statement_timeout: 25_000,
  idle_in_transaction_session_timeout: 30_000,
  // a request waiting for a group's row lock holds a connection that others need
  lock_timeout: 5_000,
};

/**
 * Asks a silent connection after a minute whether the other machine is still there, and gives it up seconds later. A machine that is gone
 * without a word answers no statement, and a connection that only waits would never learn of it. What was sent and not received is
 * given up by the operating system, on Linux after a quarter of an hour.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 };

/**
 * Longest that a statement may take by the kind of work, in milliseconds, where that is not what the roles have; BEGIN takes it
 * along. Migrations, backups and other commands of the owner have no such limit.
 */
export const kindsOfWork = {
  /** Visitors and applicants. */
  visit: { statement_timeout: 10_000 },
  /** People who are signed in, and those who sign in. */
  staff: {},
  /** A workbook that is made in the background. */
  export: { statement_timeout: 120_000 },
  /** An archive of an organisation. A bucket takes its time for each part, in which no statement runs. */
  archive: { statement_timeout: 600_000, idle_in_transaction_session_timeout: 660_000 },
  /** All else in the background. */
  job: { statement_timeout: 120_000 },
  /** What goes over the rows of all organisations. */
  upkeep: { statement_timeout: 600_000 },
} satisfies Record<string, Partial<typeof timeOuts>>;

export type KindOfWork = keyof typeof kindsOfWork;

/** SQL of the limits that a kind of work has of its own, to stand behind a BEGIN. */
export const limitsOf = Object.fromEntries(
  Object.entries(kindsOfWork).map(([kind, limits]) => [
    kind,
    Object.entries(limits)
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join(''),
  ]),
) as Record<KindOfWork, string>;

const names = Object.keys(timeOuts) as (keyof typeof timeOuts)[];

/** Any number will do, as long as every process that migrates takes the same one. */
const LOCK = 7_364_204;

/** Names the limits that a connection doesn't have, or not as strictly: a pooler keeps what we ask for to itself. */
export async function missingTimeOuts(database: Pick<pg.Client | pg.Pool, 'query'>) {
  const { rows } = await database.query<{ name: keyof typeof timeOuts; setting: number }>(
    'select name, setting::integer from pg_settings where name = any ($1)',
    [names],
  );
  return rows
    .filter(({ name, setting }) => setting === 0 || setting > timeOuts[name])
    .map(({ name }) => name)
    .sort();
}

/**
 * Makes the limits settings of the role that an address signs in as, unless stricter ones are. Each role does it for itself,
 * which it always may; the owner may only where it has made the roles.
 */
export async function keepTimeOuts(connectionString: string): Promise<boolean> {
  // without the limits that pools ask for: what counts is what the role has by itself
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const missing = await missingTimeOuts(client);
    for (const name of missing) await client.query(`alter role current_user set ${name} = ${timeOuts[name]}`);
    await client.query('commit');
    return missing.length > 0;
  } finally {
    await client.end();
  }
}
