import { type BulkParameters, type BulkReason, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import { holdsPlace } from '@vpisnik/contract/participants';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../../db/scope.ts';
import { enqueueAddedMails } from '../../application-mails/enqueue.ts';
import { lockClassification } from '../../participants/places.ts';
import type { Making } from '../kind.ts';
import { findPresent, type MadeRow } from '../making.ts';
import { isLiving } from '../people.ts';
import type { Result } from '../queries.ts';

type Person = MadeRow & { id: string; position: number };

/** Makes participants of a spreadsheet's rows; an undo deletes those that are unchanged since. */
export const importPeople: Making<BulkParameters['import']> = {
  rank: bulkRanks.import,
  groups: () => [],
  undoneForLong: true,
  async make(scope, rows, { full, notify }, { job, places, locked, delaySeconds }) {
    const people = rows.map(({ position, id, detail }): Person => {
      return { ...(detail as MadeRow), id, position };
    });
    const reachable = people.filter(({ group_id }) => locked.has(group_id));
    // others may have added the same since the sheet was judged
    const present = await findPresent(
      scope,
      reachable.map((person) => ({ ...person, key: person.position })),
    );
    await places.load(reachable.map(({ group_id }) => group_id));
    const waiting = new Set<string>();
    const wanted = reachable.flatMap((person) => {
      const presence = present.get(person.position);
      if (presence === 'living' || (presence && !person.repeats)) return [];
      if (!holdsPlace(person.status) || places.take(person.group_id, full === 'overbook')) return [person];
      waiting.add(person.id);
      return [{ ...person, status: 'waitlisted' as const }];
    });
    await lockClassification(scope);
    const made = await insertPeople(scope, wanted, job);
    await insertNotes(
      scope,
      wanted.filter(({ id, staff_notes }) => made.has(id) && staff_notes !== ''),
      job.id,
    );
    const told = wanted.filter(({ id, status, email }) => made.has(id) && isLiving(status) && email !== null);
    const mails = notify
      ? await enqueueAddedMails(
          scope.tx,
          told.map(({ id }) => id),
          { delaySeconds, bulkJobId: job.id },
        )
      : 0;
    const results = people.map(({ id, position, row, title, group_id }): Result => {
      const version = made.get(id);
      if (version === undefined) {
        const reason: BulkReason = locked.has(group_id) ? 'already_applied' : 'gone';
        return { position, state: 'skipped', reason, version: null, detail: { row, title } };
      }
      // what was known of a person is theirs from now on
      const detail = { row, ...(waiting.has(id) && { warnings: ['waitlisted'] }) };
      return { position, state: 'done', reason: null, version, detail };
    });
    return { results, mails };
  },
  async undo(scope, rows, { job }) {
    const ids = rows.map(({ subject }) => subject.id);
    const kept = await selectWorkedOn(scope, ids, job.id);
    const gone = ids.filter((id) => !kept.has(id));
    await scope.tx.execute(sql`
      delete from participants
      where organization_id = ${scope.organizationId} and id = any (${sql.param(gone)}::uuid[])
    `);
    return kept;
  },
};

/**
 * Adds people; whom the database refuses as an application that is there already is left out.
 *
 * @returns versions by id of those who were added
 */
async function insertPeople(
  scope: Scope,
  people: readonly Person[],
  job: { created_at: string },
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  // a second time for references that were taken, out of a billion
  for (let left = people, tries = 0; left.length > 0 && tries < 2; tries += 1) {
    const { rows } = await scope.tx.execute<{ id: string; version: number }>(sql`
      insert into participants (
        organization_id, id, group_id, name, email, phone, status, application_date, language, notes, answers, reference
      )
      select ${scope.organizationId}, id, group_id, name, email, phone, status,
        -- those without a day stand in the order of the sheet
        coalesce(application_date, ${job.created_at}::timestamptz + "row" * interval '1 microsecond'),
        language, notes, answers, app.new_reference()
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as person (
        id uuid, group_id uuid, name text, email text, phone text, status text, application_date timestamptz,
        language text, notes text, answers jsonb, "row" integer
      )
      on conflict do nothing
      returning id, version
    `);
    for (const { id, version } of rows) made.set(id, version);
    left = left.filter(({ id }) => !made.has(id));
  }
  return made;
}

/** Adds what staff had written down about people, as notes of the importing user. */
async function insertNotes(scope: Scope, people: readonly Person[], jobId: string): Promise<void> {
  if (people.length === 0) return;
  await scope.tx.execute(sql`
    insert into participant_notes (organization_id, participant_id, account_id, author, text, bulk_job_id)
    select ${scope.organizationId}, id, ${scope.accountId}, ${scope.name}, text, ${jobId}
    from unnest(
      ${sql.param(people.map(({ id }) => id))}::uuid[], ${sql.param(people.map(({ staff_notes }) => staff_notes))}::text[]
    ) as note (id, text)
  `);
}

/** Why people stay when their import is undone: they have been told, or were changed since, as on their own page. */
async function selectWorkedOn(
  scope: Scope,
  ids: readonly string[],
  jobId: string,
): Promise<Map<string, BulkReason>> {
  const { rows } = await scope.tx.execute<{ id: string; told: boolean }>(
    sql`select id, told from app.worked_on(${jobId}, ${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, told }) => [id, told ? 'mail_sent' : 'changed_since']));
}
