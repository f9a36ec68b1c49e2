import { type BulkParameters, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import type { Kind } from '../kind.ts';
import { endingOffer } from '../people.ts';

/** Deletes participants with their mails and unpaid payments; skips those who have paid. */
export const remove: Kind<BulkParameters['delete']> = {
  rank: bulkRanks.delete,
  order: 'group',
  groups: () => [],
  mails: () => false,
  judge: (scope) => async (people) => {
    const { rows } = await scope.tx.execute<{ participant_id: string }>(sql`
      select distinct participant_id from payments
      where organization_id = ${scope.organizationId} and status in ('completed', 'refunded')
        and participant_id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
    `);
    const paid = new Set(rows.map(({ participant_id }) => participant_id));
    return people.map((person) =>
      paid.has(person.id) ? { reason: 'in_use' } : { warnings: endingOffer(person) },
    );
  },
  async act(scope, people) {
    const ids = sql.param(people.map(({ id }) => id));
    await scope.tx.execute(sql`
      delete from payments
      where organization_id = ${scope.organizationId} and participant_id = any (${ids}::uuid[])
        and status not in ('completed', 'refunded')
    `);
    await scope.tx.execute(
      sql`delete from participants where organization_id = ${scope.organizationId} and id = any (${ids}::uuid[])`,
    );
    return { versions: new Map() };
  },
  undo: null,
};
