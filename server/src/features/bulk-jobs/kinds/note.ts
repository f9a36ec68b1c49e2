import { type BulkParameters, type BulkReason, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import type { Kind } from '../kind.ts';

/** Adds a note by the staff to each; whose latest says the same gets none. */
export const note: Kind<BulkParameters['note']> = {
  rank: bulkRanks.note,
  order: 'group',
  groups: () => [],
  mails: () => false,
  judge:
    (scope, { text }) =>
    async (people) => {
      const { rows } = await scope.tx.execute<{ id: string }>(sql`
        select person.id from unnest(${sql.param(people.map(({ id }) => id))}::uuid[]) as person (id)
        cross join lateral (
          select text from participant_notes
          where organization_id = ${scope.organizationId} and participant_id = person.id
          order by created_at desc, id desc limit 1
        ) as latest
        where latest.text = ${text}
      `);
      const same = new Set(rows.map(({ id }) => id));
      return people.map(({ id }) => (same.has(id) ? { reason: 'same_note' } : {}));
    },
  async act(scope, people, { text }, { jobId }) {
    await scope.tx.execute(sql`
      insert into participant_notes (organization_id, participant_id, account_id, author, text, bulk_job_id)
      select ${scope.organizationId}, person, ${scope.accountId}, ${scope.name}, ${text}, ${jobId}
      from unnest(${sql.param(people.map(({ id }) => id))}::uuid[]) as person
    `);
    // a note leaves the participant as it was
    return { versions: new Map(people.map(({ id, version }) => [id, version])) };
  },
  undoesChanged: true,
  async undo(scope, rows, { job }) {
    const ids = rows.map(({ subject }) => subject.id);
    const { rows: removed } = await scope.tx.execute<{ participant_id: string }>(sql`
      delete from participant_notes
      where organization_id = ${scope.organizationId} and bulk_job_id = ${job.id}
        and participant_id = any (${sql.param(ids)}::uuid[]) and version = 1
      returning participant_id
    `);
    const gone = new Set(removed.map(({ participant_id }) => participant_id));
    return new Map(
      ids.filter((id) => !gone.has(id)).map((id): [string, BulkReason] => [id, 'changed_since']),
    );
  },
};
