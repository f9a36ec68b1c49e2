import { type BulkParameters, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import { limits } from '@vpisnik/contract/rules/limits';
import { sql } from 'drizzle-orm';
import type { Kind } from './kinds.ts';

/** Adds a paragraph to the staff's notes of each; the same one again adds nothing. */
export const note: Kind<BulkParameters['note']> = {
  rank: bulkRanks.note,
  order: 'group',
  groups: () => [],
  mails: () => false,
  judge:
    (scope, { text }) =>
    async (people) => {
      const { rows } = await scope.tx.execute<{ id: string; same: boolean; long: boolean }>(sql`
      select id, right(E'\n' || staff_notes, length(${text}::text) + 1) = E'\n' || ${text}::text as same,
        length(staff_notes) + 1 + length(${text}::text) > ${limits.notes} as long
      from participants
      where organization_id = ${scope.organizationId} and id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
        and (position(${text}::text in staff_notes) > 0 or length(staff_notes) + 1 + length(${text}::text) > ${limits.notes})
    `);
      const found = new Map(rows.map((row) => [row.id, row]));
      return people.map(({ id }) => {
        const { same = false, long = false } = found.get(id) ?? {};
        return same ? { reason: 'same_note' } : long ? { reason: 'note_too_long' } : {};
      });
    },
  async act(scope, people, { text }) {
    const { rows } = await scope.tx.execute<{ id: string; version: number; before: number }>(sql`
      update participants
      set staff_notes = case staff_notes when '' then ${text}::text else staff_notes || E'\n' || ${text}::text end
      where organization_id = ${scope.organizationId} and id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
      returning id, version, length(old.staff_notes) as before
    `);
    return {
      versions: new Map(rows.map(({ id, version }) => [id, version])),
      details: new Map(rows.map(({ id, before }) => [id, { before }])),
    };
  },
  async undo(scope, rows) {
    await scope.tx.execute(sql`
      update participants p set staff_notes = left(staff_notes, back.before)
      from unnest(
        ${sql.param(rows.map(({ person }) => person.id))}::uuid[],
        ${sql.param(rows.map(({ detail }) => Number(detail.before)))}::integer[]
      ) as back (id, before)
      where p.organization_id = ${scope.organizationId} and p.id = back.id
    `);
    return new Map();
  },
};
