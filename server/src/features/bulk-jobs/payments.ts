import {
  type BulkParameters,
  type BulkReason,
  bulkRanks,
  type WithoutPayments,
  withoutPayments,
} from '@vpisnik/contract/bulk-jobs';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { selectCurrency } from '../payments/service.ts';
import type { Kind, Person } from './kinds.ts';

/**
 * Adds a payment to each. Those who owe or have paid the same already get none, nor do those without a place, unless that is
 * asked for.
 */
export const payments: Kind<BulkParameters['payments']> = {
  rank: bulkRanks.payments,
  order: 'group',
  groups: () => [],
  mails: () => false,
  judge:
    (scope, { purpose, same_purpose, include }) =>
    async (people) => {
      const leftOut = withoutPayments.filter((status) => !include.includes(status));
      const reasonOf = ({ status }: Person) => leftOut.find((one: WithoutPayments) => one === status);
      const paying = people.filter((person) => !reasonOf(person));
      const same = same_purpose === 'skip' ? await selectWithPurpose(scope, paying, purpose) : new Set();
      return people.map((person) => {
        const reason = reasonOf(person) ?? (same.has(person.id) ? 'same_purpose' : undefined);
        return reason ? { reason } : {};
      });
    },
  total: async (scope, { price }, count) => ({
    amount: wireOf(centsOf(price.amount) * BigInt(count)),
    currency: await selectCurrency(scope),
  }),
  async act(scope, people, { price, purpose, payment_kind, expiration_date, notes }, { jobId }) {
    const currency = await selectCurrency(scope);
    await scope.tx.execute(sql`
      insert into payments (
        organization_id, participant_id, group_id, amount, currency, purpose, kind, expiration_date, notes, bulk_job_id
      )
      select ${scope.organizationId}, person.id, person.group_id, ${price.amount}::numeric, ${currency}, ${purpose},
        ${payment_kind}, ${expiration_date}::date, ${notes}, ${jobId}
      from unnest(
        ${sql.param(people.map(({ id }) => id))}::uuid[], ${sql.param(people.map(({ group_id }) => group_id))}::uuid[]
      ) as person (id, group_id)
    `);
    // a payment leaves the participant as it was
    return { versions: new Map(people.map(({ id, version }) => [id, version])) };
  },
  undoesChanged: true,
  undoneForLong: true,
  async undo(scope, rows, { job }) {
    const ids = rows.map(({ person }) => person.id);
    const { rows: removed } = await scope.tx.execute<{ participant_id: string }>(sql`
      delete from payments
      where organization_id = ${scope.organizationId} and bulk_job_id = ${job.id}
        and participant_id = any (${sql.param(ids)}::uuid[]) and status = 'pending' and version = 1
      returning participant_id
    `);
    const gone = new Set(removed.map(({ participant_id }) => participant_id));
    return new Map(
      ids.filter((id) => !gone.has(id)).map((id): [string, BulkReason] => [id, 'payment_changed']),
    );
  },
};

/** Who owes or has paid the same: capitals and accents of the purpose don't count. */
async function selectWithPurpose(
  scope: Scope,
  people: readonly Person[],
  purpose: string,
): Promise<Set<string>> {
  const { rows } = await scope.tx.execute<{ participant_id: string }>(sql`
    select distinct participant_id from payments
    where organization_id = ${scope.organizationId}
      and participant_id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
      and status = any (${sql.param([...openStatuses, 'completed'])}::text[])
      and app.fold(purpose) = app.fold(${purpose})
  `);
  return new Set(rows.map(({ participant_id }) => participant_id));
}
