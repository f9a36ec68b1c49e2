/** What becomes of rows that were there before a migration. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeTables, migrate } from '../../src/db/migrate.ts';

const migrations = join(import.meta.dirname, '../../src/db/migrations');
// fixed days: stored before, and kept as they were

let name: string;
let client: pg.Client;

const asAdministrator = async (sql: string) => {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const administrator = new pg.Client(url.href);
  await administrator.connect();
  await administrator.query(sql);
  await administrator.end();
};
const address = () => {
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return url.href;
};

beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name}`);
  client = new pg.Client(address());
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await asAdministrator(`drop database ${name} with (force)`);
});

/** Makes the tables as they were before a migration. */
async function before(migration: string): Promise<void> {
  await makeTables(
    address(),
    readdirSync(migrations).filter((one) => one < migration),
  );
}

/** Writes some of the routines, for rows that go by them. */
async function write(...files: string[]): Promise<void> {
  for (const file of files) await client.query(readFileSync(join(migrations, `../sql/${file}.sql`), 'utf8'));
}

test('who was invited keeps the invitation, and the mail that has not left yet', async () => {
  await before('20261122081235');
  const { rows } = await client.query<{ organization: string; invited: string; member: string }>(
    `with organization as (
       insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
     ), account as (
       insert into accounts (email, name, confirmed_at)
       values ('rok@example.com', 'Rok', null), ('maja@example.com', 'Maja', now()) returning id, email
     ), membership as (
       insert into memberships (organization_id, account_id, role)
       select organization.id, account.id, 'GROUP_ADMIN' from organization, account
     )
     select organization.id as organization, invited.id as invited, member.id as member
     from organization, account invited, account member
     where invited.email = 'rok@example.com' and member.email = 'maja@example.com'`,
  );
  const { organization, invited, member } = rows[0] ?? {};
  await client.query(
    `insert into account_mails (kind, to_address, account_id, data) values
       ('invitation', 'rok@example.com', $1, '{"language": "sl"}'), ('password_changed', 'maja@example.com', $2, '{}')`,
    [invited, member],
  );
  await migrate({ databaseUrl: address() });
  const invitations = await client.query('select id, organization_id, email, role from invitations');
  expect(invitations.rows).toEqual([
    { id: invited, organization_id: organization, email: 'rok@example.com', role: 'GROUP_ADMIN' },
  ]);
  const mails = await client.query('select kind, account_id, data, state from account_mails order by kind');
  expect(mails.rows).toEqual([
    {
      kind: 'invitation',
      account_id: null,
      data: { language: 'sl', organization_id: organization, invitation_id: invited },
      state: 'queued',
    },
    { kind: 'password_changed', account_id: member, data: {}, state: 'queued' },
  ]);
});

test('groups are counted with the participants they have, and one labelled as the list of all groups gets another label', async () => {
  await before('20261122131032');
  await write('15_as_written', '65_labels');
  const { rows } = await client.query<{ id: string; label: string }>(
    `with organization as (
       insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
     ), category as (
       insert into categories (organization_id, label, languages, name)
       select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
     )
     insert into groups (organization_id, category_id, label, languages, name)
     select organization_id, id, label, '{sl}', '{"sl": "Ples"}'
     from category, unnest(array['groups', 'groups-2', 'prazna']) as label returning id, label`,
  );
  const reserved = rows.find(({ label }) => label === 'groups')?.id;
  await client.query(
    `insert into participants (organization_id, group_id, name, email, status, reference, language)
     select g.organization_id, g.id, 'Ana ' || n, 'ana' || n || '@example.com', status, 'REFEREN' || chr(64 + n::integer), 'sl'
     from groups g, unnest(array['pending', 'approved', 'waitlisted', 'rejected', 'inactive']) with ordinality as its (status, n)
     where g.id = $1`,
    [reserved],
  );
  // a printed address leads from it to another group
  await client.query(
    `insert into former_group_labels (organization_id, label, group_id)
     select organization_id, 'groups-3', id from groups where label = 'prazna'`,
  );
  await migrate({ databaseUrl: address() });
  const counted = await client.query(
    `select g.label, c.taken, c.waiting from groups g left join group_counts c on c.group_id = g.id order by g.label`,
  );
  expect(counted.rows).toEqual([
    { label: 'groups-2', taken: 0, waiting: 0 },
    { label: 'groups-4', taken: 2, waiting: 1 },
    { label: 'prazna', taken: 0, waiting: 0 },
  ]);
});

test('a question keeps the time at which it was added, and a birth date stays a day', async () => {
  await before('20261122204025');
  await write('15_as_written', '20_scope', '30_search');
  const answer = (value: string) =>
    JSON.stringify([{ field_id: crypto.randomUUID(), purpose: 'date_of_birth', value, text: value }]);
  await client.query(
    `with organization as (
       insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
     ), category as (
       insert into categories (organization_id, label, languages, name)
       select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
     ), its_group as (
       insert into groups (organization_id, category_id, label, languages, name)
       select organization_id, id, 'balet', '{sl}', '{"sl": "Ples"}' from category returning organization_id, id
     ), question as (
       insert into group_fields (organization_id, group_id, id, position, widget, question)
       select organization_id, id, uuidv7(interval '-2 years'), 0, 'text', '{"type": "text"}' from its_group
     )
     insert into participants (organization_id, group_id, name, reference, language, answers)
     select organization_id, id, 'Ana', 'REFEREN' || letter, 'sl', answers
     from its_group, (values ('A', $1::jsonb), ('B', $2::jsonb)) as born (letter, answers)`,
    [answer('2016-02-29'), answer('0216-02-29')],
  );
  await migrate({ databaseUrl: address() });
  const asked = await client.query(
    `select created_at = uuid_extract_timestamp(id) as kept, created_at < now() - interval '1 year' as old from group_fields`,
  );
  expect(asked.rows).toEqual([{ kept: true, old: true }]);
  // what is no day of our years stays as it was answered
  const born = await client.query(
    `select date_of_birth::text as day, answers -> 0 ->> 'value' as answered from participants order by reference`,
  );
  expect(born.rows).toEqual([
    { day: '2016-02-29', answered: '2016-02-29' },
    { day: null, answered: '0216-02-29' },
  ]);
});

test("the staff's one note becomes the first entry, and spaces alone become none", async () => {
  await before('20261122210313');
  // written by the routines of before, and in the way of the column
  await client.query('create view app.searchable_participants as select p.* from participants p');
  await client.query(
    `with organization as (
       insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
     ), category as (
       insert into categories (organization_id, label, languages, name)
       select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
     ), its_group as (
       insert into groups (organization_id, category_id, label, languages, name)
       select organization_id, id, 'jazz', '{sl}', '{"sl": "Ples"}' from category returning organization_id, id
     )
     insert into participants (organization_id, group_id, name, reference, language, staff_notes, updated_at)
     select organization_id, id, name, reference, 'sl', note, '2026-09-01T10:00:00Z'
     from its_group, (values ('Ana', 'REFERENA', E'Klicala mama\nplača v torek'), ('Eva', 'REFERENB', ' '), ('Maja', 'REFERENC', ''))
       as its (name, reference, note)`,
  );
  await migrate({ databaseUrl: address() });
  const kept = await client.query(
    `select p.name, n.text, n.author, n.created_at = '2026-09-01T10:00:00Z' as dated from participant_notes n
     join participants p on p.id = n.participant_id`,
  );
  expect(kept.rows).toEqual([{ name: 'Ana', text: 'Klicala mama\nplača v torek', author: '', dated: true }]);
});

test('what payments and transfers come to on the day of the update is where their ledger begins', async () => {
  await before('20261123061534');
  await client.query(
    `with organization as (
       insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
     ), category as (
       insert into categories (organization_id, label, languages, name)
       select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
     ), "group" as (
       insert into groups (organization_id, category_id, label, languages, name)
       select organization_id, id, 'balet', '{sl}', '{"sl": "Balet"}' from category returning organization_id, id
     ), participant as (
       insert into participants (organization_id, group_id, name, email, status, reference, language)
       select organization_id, id, 'Ana', 'ana@example.com', 'approved', 'REFERENA', 'sl' from "group"
       returning organization_id, group_id, id
     ), payment as (
       insert into payments (organization_id, group_id, participant_id, amount, status)
       select organization_id, group_id, id, amount, status from participant,
         (values (40.05, 'pending'), (7, 'expired'), (60, 'completed'), (500, 'cancelled')) as its (amount, status)
     ), statement as (
       insert into bank_statements (organization_id, file_name, account, currency, from_date, to_date, entry_count, total,
         known_count, reversal_count, pending_count, created_by)
       select id, 'a.xml', 'SI56', 'EUR', '2026-11-01', '2026-11-02', 2, 30, 0, 0, 0, gen_random_uuid() from organization
       returning organization_id, id
     )
     insert into bank_entries (organization_id, statement_id, account, entry_key, position, day, amount, currency, payer_name,
       payer_iban, reference, text, aside)
     select organization_id, id, 'SI56', aside || amount, 0, '2026-11-01', amount, 'EUR', '', '', '', '', nullif(aside, '')
     from statement, (values (20, ''), (10, 'other')) as its (amount, aside)`,
  );
  await migrate({ databaseUrl: address() });
  const { rows } = await client.query(
    `select kind, count(*)::integer, sum(open)::text as open, sum(received)::text as received, sum(credit)::text as credit
     from payment_events group by kind`,
  );
  expect(rows).toEqual([{ kind: 'carried', count: 4, open: '47.05', received: '60.00', credit: '20.00' }]);
});

test('the first tables of all keep their rows', async () => {
  const [, second = ''] = readdirSync(migrations);
  await before(second);
  const kept = [
    'organizations',
    'accounts',
    'memberships',
    'categories',
    'groups',
    'participants',
    'payments',
  ];
  await client.query(
    `with organization as (
       insert into organizations (name, owner_email) values ('Zvezda', 'maja@example.com') returning id
     ), account as (
       insert into accounts (email, name, confirmed_at) values ('maja@example.com', 'Maja', now()) returning id
     ), membership as (
       insert into memberships (organization_id, account_id, role)
       select organization.id, account.id, 'ORGANIZATION_ADMIN' from organization, account
     ), category as (
       insert into categories (organization_id, label, languages, name)
       select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
     ), "group" as (
       insert into groups (organization_id, category_id, label, languages, name)
       select organization_id, id, 'balet', '{sl}', '{"sl": "Balet"}' from category returning organization_id, id
     ), participant as (
       insert into participants (organization_id, group_id, name, email, status, reference, language)
       select organization_id, id, 'Ana', 'ana@example.com', 'approved', 'REFERENA', 'sl' from "group"
       returning organization_id, group_id, id
     )
     insert into payments (organization_id, group_id, participant_id, amount, status)
     select organization_id, group_id, id, 20, 'pending' from participant`,
  );
  await migrate({ databaseUrl: address() });
  for (const table of kept)
    expect([table, (await client.query(`select from ${table}`)).rowCount]).toEqual([table, 1]);
});
