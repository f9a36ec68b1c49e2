import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Env } from '../../env.ts';
import { migrate } from '../migrate.ts';
import { createPools } from './pools.ts';
import { requireReadyDatabase } from './ready.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function look(changes: Partial<Env>): Promise<void> {
  const env: Env = { ...database.env, mode: 'production', ...changes };
  const pools = createPools(env);
  try {
    await requireReadyDatabase(env, pools);
  } finally {
    await pools.close();
  }
}

/** The same address with another database, user or password. */
function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

test('a migrated database without demo accounts is ready', async () => {
  await look({});
});

test('names every address that does not let us in or sees too much', async () => {
  const { databaseUrl, databasePublicUrl } = database.env;
  const wrong = changed(databasePublicUrl, (url) => {
    url.password = 'wrong';
  });
  const refused = look({ databaseApiUrl: databaseUrl, databasePublicUrl: wrong });
  await expect(refused).rejects.toThrow(
    /DATABASE_API_URL signs in as app_owner, who may see every organisation's data.*\nDATABASE_PUBLIC_URL: the database does not let us in \((password|SASL) authentication failed/,
  );
});

test('refuses connections from which a pooler withholds the limits that pools ask for', async () => {
  const pools = createPools(database.env);
  const withheld = new pg.Pool({ connectionString: database.env.databaseUrl, options: '-c role=app_api' });
  try {
    await expect(requireReadyDatabase(database.env, { ...pools, api: withheld })).rejects.toThrow(
      /^DATABASE_API_URL: .* idle_in_transaction_session_timeout, lock_timeout, statement_timeout .* run npm run db:migrate, then let the pooler make new connections \(PgBouncer: RECONNECT\)\.$/,
    );
  } finally {
    await Promise.all([pools.close(), withheld.end()]);
  }
});

test('says what to do about a database without tables', async () => {
  const empty = changed(database.env.databaseSystemUrl, (url) => {
    url.pathname = '/postgres';
  });
  await expect(look({ databaseSystemUrl: empty })).rejects.toThrow('run npm run db:migrate');
});

test('production refuses accounts with the demo’s password; the demo needs them', async () => {
  const owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
  await owner.query(`insert into accounts (email, name) values ('owner@zvezda.test', 'Maja')`);
  await owner.end();
  await expect(look({})).rejects.toThrow('demo accounts');
  await look({ mode: 'demo' });
});

/** Makes something of the database, and takes it back at the end. */
async function meanwhile(change: string, back: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
  await owner.query(change);
  try {
    await work();
  } finally {
    await owner.query(back);
    await owner.end();
  }
}

const later = [
  `insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('', 0, '29991231000000_later')`,
  `delete from drizzle.__drizzle_migrations where name = '29991231000000_later'`,
] as const;

const says = async (name: string, value: string) => {
  const its = (text: string) =>
    `create or replace function app.${name}() returns text language sql immutable return '${text}'`;
  const owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
  const { rows } = await owner.query<{ text: string }>(`select app.${name}() as text`);
  await owner.end();
  return [its(value), its(rows[0]?.text ?? '')] as const;
};

test('an older release goes on with a database to which a newer one has only added, and does not migrate it', async () => {
  await meanwhile(...later, async () => {
    await look({ mode: 'demo' });
    const said =
      /^A newer release has migrated this database \(29991231000000_later\), so this one leaves it/;
    await expect(migrate(database.env)).rejects.toThrow(said);
  });
  // routines alone
  await meanwhile(...(await says('release', '99.10.0')), async () => {
    await look({ mode: 'demo' });
    await expect(migrate(database.env)).rejects.toThrow('(99.10.0), so this one leaves it alone');
  });
});

test('an older release neither starts on a database that lacks what it needs, nor migrates it', async () => {
  await meanwhile(...(await says('compatible_since', '99.9.0')), async () => {
    const said = /releases before 99\.9\.0 can't run with it; this is \d+\.\d+\.\d+\. Run the newer release/;
    await meanwhile(...later, async () => {
      await expect(look({ mode: 'demo' })).rejects.toThrow(said);
      await expect(migrate(database.env)).rejects.toThrow('leaves it alone');
    });
    await meanwhile(...(await says('release', '99.10.0')), () =>
      expect(look({ mode: 'demo' })).rejects.toThrow(said),
    );
  });
  await look({ mode: 'demo' });
});

test('a release does not start before its migrations and routines are there', async () => {
  const said = 'The database is not of this release yet; run npm run db:migrate.';
  const last = 'drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)';
  await meanwhile(
    `create table kept as select * from ${last}; delete from ${last}`,
    'insert into drizzle.__drizzle_migrations select * from kept; drop table kept',
    () => expect(look({ mode: 'demo' })).rejects.toThrow(said),
  );
  await meanwhile(...(await says('release', '0.0.9')), () =>
    expect(look({ mode: 'demo' })).rejects.toThrow(said),
  );
  await look({ mode: 'demo' });
});
