/** Row-level security: the database refuses foreign rows even if a query lacks its filter. */
import { randomBytes } from 'node:crypto';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import * as schema from '../../src/db/schema.ts';
import { seedDemo } from '../../src/seed/seed.ts';
import { createTestApp, type TestApp } from '../app.ts';
import type { Member } from '../factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const identity = [
  'backups',
  'restorations',
  'accounts',
  'account_codes',
  'account_mails',
  'installation_settings',
  'known_devices',
  'mail_pauses',
  'sign_ins',
  'account_identities',
  'oidc_payloads',
  'organization_deletions',
  'organization_numbers',
  'organization_use',
  'passkeys',
  'platform_secrets',
  'rate_limits',
  'recovery_codes',
  'report_mailboxes',
  'second_factors',
];

const baseTables = async () =>
  (
    await app.rows<{ name: string }>(
      `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
  ).map((row) => row.name);

const tenantTables = async () =>
  (
    await app.rows<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE' order by 1`,
    )
  ).map((row) => row.name);

describe('tables of an organisation', () => {
  /** Tables with an organization_id that lack row-level security, its policy, or the organisation in their key. */
  const unprotected = async () =>
    (
      await app.rows<{ name: string }>(
        `select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (
          c.relrowsecurity and not c.relforcerowsecurity
          and exists (
            select from pg_policy p where p.polrelid = c.oid and p.polpermissive
              and p.polroles @> array['app_api'::regrole::oid, 'app_public'::regrole::oid]
              and pg_get_expr(p.polqual, p.polrelid) ~ 'organization_id = .*app.organization_id'
              and pg_get_expr(p.polwithcheck, p.polrelid) ~ 'organization_id = .*app.organization_id'
          )
          and exists (
            select from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'p' and k.conkey[1] = a.attnum and cardinality(k.conkey) > 1
          )
          and a.attnotnull
        ) order by 1`,
      )
    ).map((row) => row.name);

  /** References between tables of an organisation that don't carry it along. */
  const looseReferences = async () =>
    (
      await app.rows<{ name: string }>(
        `select k.conname as name from pg_constraint k
        join pg_attribute f on f.attrelid = k.conrelid and f.attname = 'organization_id'
        join pg_attribute t on t.attrelid = k.confrelid and t.attname = 'organization_id'
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace
          and coalesce(array_position(k.conkey, f.attnum) <> array_position(k.confkey, t.attnum), true)
        order by 1`,
      )
    ).map((row) => row.name);

  it('are all protected, and refer to each other with their organisation', async () => {
    expect(await unprotected()).toEqual([]);
    expect(await looseReferences()).toEqual([]);
  });

  it('would be named here if one were not', async () => {
    await app.rows(
      'create table careless (organization_id uuid not null, id uuid primary key, loose_id uuid)',
    );
    await app.rows(
      'create table loose (organization_id uuid not null, id uuid unique, primary key (organization_id, id))',
    );
    await app.rows(
      'alter table careless add constraint careless_loose foreign key (loose_id) references loose (id)',
    );
    const found = { unprotected: await unprotected(), looseReferences: await looseReferences() };
    await app.rows('drop table careless, loose');
    expect(found).toEqual({ unprotected: ['careless', 'loose'], looseReferences: ['careless_loose'] });
  });

  it('are all tables but those of identity and the organisations themselves', async () => {
    const others = (await baseTables()).filter(
      (name) => name !== 'organizations' && !identity.includes(name),
    );
    expect(others).toEqual(await tenantTables());
  });
});

describe('privileges', () => {
  const readable = async (role: string) =>
    (
      await app.rows<{ name: string }>(
        `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and has_any_column_privilege($1, oid, 'select') order by 1`,
        [role],
      )
    ).map((row) => row.name);
  const writable = async (role: string) =>
    (
      await app.rows<{ name: string }>(
        `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and (has_any_column_privilege($1, oid, 'insert, update') or has_table_privilege($1, oid, 'delete, truncate'))
        order by 1`,
        [role],
      )
    ).map((row) => row.name);

  it('of visitors end at published rows', async () => {
    expect(await readable('app_public')).toEqual([
      'categories',
      'closures',
      'files',
      'form_fields',
      'group_fields',
      'group_leader_names',
      'groups',
      'locations',
      'organizations',
      'session_exceptions',
    ]);
    expect(await writable('app_public')).toEqual([]);
    for (const table of ['participants', 'payments', 'mails', 'accounts', 'memberships', 'staff']) {
      await expect(app.pools.public.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('of the staff end before identity', async () => {
    const names = await readable('app_api');
    for (const table of [...identity, 'memberships']) {
      expect(names).not.toContain(table);
      await expect(app.pools.api.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
    for (const table of identity) expect(await writable('app_api')).not.toContain(table);
  });

  it('leave the activity log as it was written', async () => {
    for (const role of ['app_api', 'app_system']) {
      const [may] = await app.rows(
        `select has_any_column_privilege($1, 'activity_log', 'update')
          or has_table_privilege($1, 'activity_log', 'delete, truncate') as rewrite`,
        [role],
      );
      expect(may).toEqual({ rewrite: false });
    }
  });
});

describe('rows', () => {
  /** Rows of every table twice: in a group in scope and in one out of it. */
  async function school() {
    const { factories } = app;
    const { id: organization_id } = await factories.organization();
    const inside = await filledGroup(organization_id);
    const outside = await filledGroup(organization_id);
    return { organization_id, inside, outside };
  }

  async function filledGroup(organization_id: string): Promise<string> {
    const { factories } = app;
    const { id: group_id } = await factories.group({ organization_id });
    const own = { organization_id, group_id };
    await factories.groupField(own);
    await factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id], leads: [group_id] });
    await factories.emailSetting({ ...own, email_type: 'application_confirmation' });
    const { id: participant_id } = await factories.participant(own);
    await factories.payment({ organization_id, participant_id });
    await factories.mail({ ...own, participant_id });
    await factories.insert(schema.reapplications, { ...own, participant_id });
    await factories.family(own);
    await factories.feePlan(own);
    await factories.insert(schema.fee_enrolments, { ...own, participant_id, joined_on: '2025-09-01' });
    await factories.sessionException(own);
    await factories.insert(schema.session_notices, { ...own, sequence: 1, was: {} });
    await factories.feed(own);
    return group_id;
  }

  /** Runs statements in the scope of a member, in a transaction that is thrown away. */
  async function within<T>(member: Member | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await app.pools.api.connect();
    try {
      await client.query('begin');
      if (member) await client.query('select from app.enter($1, null)', [member.id]);
      return await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const visible = async (client: pg.PoolClient, table: string) =>
    (await client.query<Record<string, string>>(`select * from ${table}`)).rows;

  const perGroup = [
    'calendar_feeds',
    'family_members',
    'fee_enrolments',
    'fee_plans',
    'group_email_settings',
    'group_fields',
    'group_leaders',
    'groups',
    'mails',
    'membership_groups',
    'participants',
    'payments',
    'reapplications',
    'session_exceptions',
    'session_notices',
  ];

  /** Only routines of the database read these, and the view `group_standings` of two of them. */
  const unread = ['former_group_labels', 'group_counts'];

  /** For several groups at once, or for the author alone: the test of messages asks for each. */
  const ofSeveral = ['messages'];

  it('of a group belong to a table that is known here', async () => {
    const named = await app.rows<{ name: string }>(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'group_id' and t.table_type = 'BASE TABLE' order by 1`,
    );
    const known = [...perGroup, ...unread, ...ofSeveral].sort();
    expect([...named.map((row) => row.name), 'groups'].sort()).toEqual(known);
    for (const table of [...unread, 'group_standings'])
      for (const pool of [app.pools.api, app.pools.public])
        await expect(pool.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(['GROUP_VIEWER_USER', 'GROUP_EDITOR_USER', 'GROUP_ADMIN'] as const)(
    'of other groups are not there for a %s',
    async (role) => {
      const { organization_id, inside, outside } = await school();
      await school();
      const limited = await app.factories.member({ organization_id, role, groups: [inside] });
      await within(limited, async (client) => {
        for (const table of perGroup) {
          const rows = await visible(client, table);
          const groups = new Set(rows.map((row) => (table === 'groups' ? row.id : row.group_id)));
          expect([table, ...groups]).toEqual([table, inside]);
        }
        const changed = await client.query('update groups set label = $2 where id = $1', [outside, 'mine']);
        expect(changed.rowCount).toBe(0);
        expect((await client.query('delete from payments where group_id = $1', [outside])).rowCount).toBe(0);
        const intruding = client.query(
          `insert into participants (organization_id, group_id, name, reference, language)
            values ($1, $2, 'Nekdo', 'ABCDEFGH', 'sl')`,
          [organization_id, outside],
        );
        await expect(intruding).rejects.toMatchObject({ code: '42501' });
      });
    },
  );

  it('of a group are visible to its leader at once', async () => {
    const { organization_id, inside } = await school();
    const leader = await app.factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: [],
      leads: [inside],
    });
    await within(leader, async (client) => {
      expect((await visible(client, 'groups')).map((row) => row.id)).toEqual([inside]);
    });
  });

  it('of another organisation are invisible to every role', async () => {
    const { organization_id } = await school();
    await school();
    const owner = await app.factories.member({ organization_id });
    const readable = await app.rows<{ name: string }>(
      `select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and has_any_column_privilege('app_api', c.oid, 'select')`,
    );
    expect(readable.length).toBeGreaterThan(10);
    await within(owner, async (client) => {
      for (const { name } of readable) {
        const rows = await visible(client, name);
        expect([name, rows.filter((row) => row.organization_id !== organization_id)]).toEqual([name, []]);
      }
      expect((await visible(client, 'organizations')).map((row) => row.id)).toEqual([organization_id]);
      expect(await visible(client, 'groups')).toHaveLength(2);
    });
    await within(null, async (client) => {
      for (const { name } of readable) expect([name, await visible(client, name)]).toEqual([name, []]);
    });
  });
});

describe('an owner without special powers', () => {
  const name = `plain_${randomBytes(4).toString('hex')}`;
  const administrator = () => {
    const url = new URL(inject('templateUrl'));
    url.pathname = '/postgres';
    return new pg.Client(url.href);
  };
  const asAdministrator = async (...statements: string[]) => {
    const client = administrator();
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const url = new URL(inject('templateUrl'));
  Object.assign(url, { username: name, password: name, pathname: `/${name}` });

  beforeAll(() =>
    asAdministrator(
      `create role ${name} login password '${name}' nosuperuser nocreatedb nocreaterole nobypassrls`,
      `create database ${name} owner ${name}`,
    ),
  );
  afterAll(() => asAdministrator(`drop database ${name} with (force)`, `drop role ${name}`));

  it('migrates, seeds and dumps everything', async () => {
    await migrate({ databaseUrl: url.href });
    // a second run changes nothing and finds its own rows
    await migrate({ databaseUrl: url.href });
    expect(await seedDemo({ databaseUrl: url.href })).toBe(true);
    const client = new pg.Client(url.href);
    await client.connect();
    try {
      await client.query('set row_security = off');
      for (const table of await baseTables()) await client.query(`copy ${table} to stdout`);
      const { rows } = await client.query('select count(*)::integer as people from participants');
      expect(rows[0].people).toBeGreaterThan(200);
      // as a database of before has it: the counts of its groups are made by the migration
      const counts = 'select * from group_counts order by group_id';
      const before = await client.query(counts);
      await client.query('delete from group_counts');
      await migrate({ databaseUrl: url.href });
      expect((await client.query(counts)).rows).toEqual(before.rows);
      expect(before.rows.some((row) => row.taken > 0 && row.waiting > 0)).toBe(true);
    } finally {
      await client.end();
    }
  });
});

describe('the map of the tables', () => {
  const mapped = Object.values(schema).flatMap((table) => (is(table, PgTable) ? getTableConfig(table) : []));
  const plain = (type: string) => type.replaceAll(' ', '').toLowerCase();

  it('names exactly the columns that the migrations made', async () => {
    expect(mapped.map((table) => table.name).sort()).toEqual(await baseTables());
    const made = await app.rows<{ table: string; column: string; type: string; required: boolean }>(
      `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    const inDatabase = made.map((one) => `${one.table}.${one.column} ${plain(one.type)} ${one.required}`);
    const inSchema = mapped.flatMap((table) => {
      const keys = table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
      return table.columns.map((column) => {
        const isRequired = column.notNull || column.primary || keys.includes(column.name);
        return `${table.name}.${column.name} ${plain(column.getSQLType())}${'[]'.repeat(column.dimensions ?? 0)} ${isRequired}`;
      });
    });
    expect(inSchema.sort()).toEqual(inDatabase.sort());
  });

  it('names exactly the indexes and checks that the migrations made', async () => {
    const made = await app.rows<{ name: string }>(
      `select i.relname as name from pg_class i join pg_index x on x.indexrelid = i.oid
      where i.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u'))
      union all
      select conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c'`,
    );
    const named = mapped.flatMap((table) => [
      ...table.indexes.map((index) => index.config.name ?? ''),
      ...table.checks.map((check) => check.name),
    ]);
    expect(named.sort()).toEqual(made.map((one) => one.name).sort());
  });
});
