/** The release before fills a database, and this one takes it over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { contracts } from '../../src/db/migrating/steps.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { ours } from '../processes/processes.ts';
import { before, runBefore } from './before.ts';
import { surface } from './surface.ts';

const folder = 'server/src/db/migrations';
const textOf = (release: string, name: string) =>
  readFileSync(join(release, folder, name, 'migration.sql'), 'utf8');

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const tables = async () =>
  (
    await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map(({ name }) => name);

async function countAll(names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const { rows } = await owner.query<{ count: number }>(`select count(*)::integer from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

type Line = { named: string; what: string };
const lines = async () => (await owner.query<Line>(surface)).rows;
const written = ({ named, what }: Line) => `${named}: ${what}`;

test('migrations that the release before has run are as they were', () => {
  const names = readdirSync(join(before, folder));
  expect(names.map((name) => [name, textOf(ours, name)])).toEqual(
    names.map((name) => [name, textOf(before, name)]),
  );
});

test('all rows are kept, and so is all that the release before asks for', async () => {
  // with some of it even where nothing is seeded, such as attempts of a sign-in
  await runBefore(database.env, 'server/src/seed/main.ts');
  const kept = await tables();
  const counts = await countAll(kept);
  expect(counts.participants).toBeGreaterThan(200);
  const asked = await lines();

  await migrate(database.env);

  const remaining = (await tables()).filter((name) => kept.includes(name));
  expect(await countAll(remaining)).toEqual(
    Object.fromEntries(remaining.map((name) => [name, counts[name]])),
  );
  // what a contract names is used by that release no more
  const contracted = readdirSync(join(ours, folder))
    .filter((name) => !readdirSync(join(before, folder)).includes(name))
    .map((name) => textOf(ours, name))
    .filter((text) => contracts.test(text))
    .join('\n');
  const there = new Set((await lines()).map(written));
  const missing = asked.filter((line) => !there.has(written(line)) && !isNamed(line, contracted));
  expect(missing.map(written)).toEqual([]);
  expect(kept.filter((name) => !remaining.includes(name) && !contracted.includes(name))).toEqual([]);
});

/** Whether a text has the column's, routine's or table's own name. */
const isNamed = ({ named }: Line, text: string) =>
  text.includes(named.replace(/\(.*/, '').split('.').at(-1) ?? named);
