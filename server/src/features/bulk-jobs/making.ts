import type { Answer, ParticipantStatus } from '@vpisnik/contract/participants';
import type { Language } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';

/** A participant who is yet to be made, as a row of bulk work keeps them until then. */
export type MadeRow = {
  /** The row of the spreadsheet. */
  row: number;
  /** What a report calls them if they are not made. */
  title: string;
  group_id: string;
  name: string;
  email: string | null;
  phone: string | null;
  status: ParticipantStatus;
  /** Null for the moment of the import. */
  application_date: string | null;
  birth_date: string | null;
  language: Language;
  notes: string;
  staff_notes: string;
  answers: Answer[];
  /** Whether they are made although they seem to be there already. */
  repeats: boolean;
};

/** Statements have a bounded size. */
const AT_ONCE = 1000;

/** Stores the rows of a job in the order of the work, each with the id of its future participant. */
export async function insertMadeRows(scope: Scope, jobId: string, rows: readonly MadeRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await scope.tx.execute(sql`
      insert into bulk_job_rows (organization_id, job_id, position, participant_id, detail)
      select ${scope.organizationId}, ${jobId}, ${from}::integer + place, uuidv7(), detail
      from jsonb_array_elements(${JSON.stringify(rows.slice(from, from + AT_ONCE))}::jsonb)
        with ordinality as each (detail, place)
    `);
}

/** A person as duplicates are found: `key` tells them apart. */
export type Wish = Pick<MadeRow, 'group_id' | 'name' | 'email' | 'birth_date' | 'status'> & { key: number };

/**
 * How a person is there already: `living` has an application that counts with this address and name, which the database
 * allows once; `same` is of this name, and nothing else tells the two apart.
 */
export type Presence = 'living' | 'same';

/** Finds people who are in the wished group already, by `key`; others are absent. */
export async function findPresent(scope: Scope, wishes: readonly Wish[]): Promise<Map<number, Presence>> {
  if (wishes.length === 0) return new Map();
  const all = <Field extends keyof Wish>(field: Field) => sql.param(wishes.map((one) => one[field]));
  const groups = sql.param([...new Set(wishes.map(({ group_id }) => group_id))]);
  const isLiving = (column: string) => sql.raw(`${column} in ('pending', 'approved', 'waitlisted')`);
  const { rows } = await scope.tx.execute<{ key: number; living: boolean }>(sql`
    select wish.key, bool_or(p.email = wish.email and ${isLiving('p.status')} and ${isLiving('wish.status')}) is true as living
    from unnest(
      ${all('key')}::integer[], ${all('group_id')}::uuid[], ${all('name')}::text[], ${all('email')}::text[],
      ${all('birth_date')}::text[], ${all('status')}::text[]
    ) as wish (key, group_id, name, email, birth_date, status)
    join (
      select group_id, app.fold(name) as folded, email, date_of_birth::text as birth_date, status
      from participants
      where organization_id = ${scope.organizationId} and group_id = any (${groups}::uuid[])
    ) as p on p.group_id = wish.group_id and p.folded = app.fold(wish.name)
    where p.email = wish.email or case
      when p.birth_date is not null and wish.birth_date is not null then p.birth_date = wish.birth_date
      else p.email is null or wish.email is null end
    group by wish.key
  `);
  return new Map(rows.map(({ key, living }) => [key, living ? 'living' : 'same']));
}
