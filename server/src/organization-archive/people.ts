import type pg from 'pg';
import { demoAccounts } from '../db/connection/ready.ts';
import { PlainError } from '../plain-error.ts';
import { rowsPart } from './format.ts';
import { newId } from './ids.ts';
import { linesOf } from './lines.ts';
import type { ZipReader } from './unzip.ts';

type Person = { id: string; email: string; name: string; language: string };
type Known = { id: string; email: string; platform_admin: boolean; member: boolean };

/** What becomes of an archive's people. */
export type People = {
  /** Who has an account here already and becomes staff with it. */
  matched: Person[];
  /** Who got an account, as yet without a password. */
  added: Person[];
  /** Who can't be staff: an account belongs to one organisation, and a platform ADMIN to none. */
  left: Person[];
};

/**
 * Finds the accounts of an archive's people by their addresses, and makes those that are missing: nobody has proved here that
 * the address is theirs, so they have no password and are not confirmed until they set one by mail.
 *
 * @param ids gets the accounts whose ids are others here
 * @param refusesDemo whether accounts of the demo would keep the application from starting
 * @throws {PlainError}
 */
export async function takeIn(
  client: pg.Client,
  zip: ZipReader,
  ids: Map<string, string>,
  refusesDemo: boolean,
): Promise<People> {
  const people: People = { matched: [], added: [], left: [] };
  for await (const lines of linesOf(zip.read(rowsPart('accounts'))))
    for (const line of lines) {
      const person = JSON.parse(line) as Person;
      const known = await findAccount(client, person.email);
      if (known) {
        if (known.id !== person.id) ids.set(person.id, known.id);
        people[known.member || known.platform_admin ? 'left' : 'matched'].push(person);
        continue;
      }
      const id = (await isTaken(client, person.id)) ? newId(person.id) : person.id;
      if (id !== person.id) ids.set(person.id, id);
      await client.query('insert into accounts (id, email, name, language) values ($1, $2, $3, $4)', [
        ...[id, person.email, person.name, person.language],
      ]);
      people.added.push(person);
    }
  if (refusesDemo && people.added.length > 0) {
    const { rows } = await client.query<{ count: number }>(demoAccounts);
    if (rows[0]?.count)
      throw new PlainError('This archive is of the demo, whose accounts keep an installation from starting.');
  }
  return people;
}

async function findAccount(client: pg.Client, email: string): Promise<Known | undefined> {
  const { rows } = await client.query<Known>(
    `select id, email, platform_admin, exists (select from memberships m where m.account_id = a.id) as member
     from accounts a where email = $1`,
    [email],
  );
  return rows[0];
}

async function isTaken(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from accounts where id = $1 union all select from invitations where id = $1',
    [id],
  );
  return rows.length > 0;
}

/** Columns by which rows belong to a member or an account, by table. */
export async function columnsOfPeople(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ tenant: string; name: string }>(
    `select c.relname as tenant, a.attname as name
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
     where k.contype = 'f' and k.confrelid in ('public.accounts'::regclass, 'public.memberships'::regclass)`,
  );
  return new Map(rows.map(({ tenant, name }) => [tenant, name]));
}
