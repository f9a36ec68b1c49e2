import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { isPooled, readShape } from './migrating/reconnecting.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const tables = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v') and n.nspname in ('public', 'app', 'drizzle', 'pgboss')`;

test('a database that is up to date is migrated beside all who read and write it', async () => {
  const { rows } = await owner.query<{ name: string }>(tables);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['public.participants', 'app.searchable_payments']));
  await owner.query('begin');
  await owner.query(`lock table ${names.join(', ')} in row exclusive mode`);
  const said: string[] = [];
  const shape = await readShape(owner);
  try {
    await migrate(database.env, (line) => said.push(line));
  } finally {
    await owner.query('rollback');
  }
  expect(said).toEqual([]);
  expect(await readShape(owner)).toBe(shape);
});

test('what statements answer tells whether a pooler must make new connections', async () => {
  await owner.query('begin');
  try {
    for (const change of [
      'alter table things add column more text',
      'create or replace view app.some_things as select more from things',
      'drop function app.thing(); create function app.thing() returns text language sql return $$thing$$',
    ]) {
      const before = await readShape(owner);
      await owner.query(
        `create table if not exists things (id integer);
         create or replace function app.thing() returns integer language sql return 1`,
      );
      const made = await readShape(owner);
      await owner.query(change);
      expect([made, before]).not.toContain(await readShape(owner));
    }
  } finally {
    await owner.query('rollback');
  }
  const { env } = database;
  const elsewhere = { ...env, databaseApiUrl: env.databaseApiUrl.replace(/:\d+\//, ':6432/') };
  expect([isPooled({ ...env, databaseDirectUrl: env.databaseApiUrl }), isPooled(elsewhere)]).toEqual([
    false,
    true,
  ]);
});

test('a trigger, a policy and a view that were changed by hand are as written again', async () => {
  const state = `select pg_get_triggerdef(t.oid) || t.tgenabled::text as definition from pg_trigger t where not tgisinternal
    union all select concat_ws(' ', polname, polrelid::regclass, polpermissive) || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy
    union all select relname || pg_get_viewdef(oid) || coalesce(reloptions::text, '') || coalesce(relacl::text, '') from pg_class
      where relkind = 'v' and relnamespace in ('public'::regnamespace, 'app'::regnamespace)
    union all select relname || relrowsecurity from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 1`;
  const before = (await owner.query(state)).rows;
  await owner.query(`
    alter policy tenant on participants using (true);
    drop policy published on groups;
    alter table payments disable row level security;
    alter table participants disable trigger record_changes;
    drop trigger touch on payments;
    create or replace view staff with (security_barrier) as
      select m.organization_id, a.id, a.name, a.email, a.language, m.role, m.active, true as confirmed, m.all_groups_allowed,
        a.last_sign_in_at, false as second_factor
      from memberships m join accounts a on a.id = m.account_id;
    drop view app.searchable_payments;
    create view app.searchable_payments as select id, organization_id from payments`);
  expect((await owner.query(state)).rows).not.toEqual(before);
  await migrate(database.env);
  expect((await owner.query(state)).rows).toEqual(before);
});
