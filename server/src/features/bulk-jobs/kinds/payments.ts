import {
  type BulkParameters,
  type BulkReason,
  bulkRanks,
  type WithoutPayments,
  withoutPayments,
} from '@vpisnik/contract/bulk-jobs';
import { type FeeRhythm, onePrice, share } from '@vpisnik/contract/rules/fee-plan';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../../db/scope.ts';
import { quietly } from '../../payment-mails/telling.ts';
import { selectCurrency } from '../../payments/service.ts';
import type { Kind, Person } from '../kind.ts';
import { countWritten } from './payment-acts.ts';

/**
 * Adds a payment to each. Those who owe or have paid the same already get none, nor do those without a place, unless that is
 * asked for; nor those whose group has no price where that is what they would pay.
 */
export const payments: Kind<BulkParameters['payments']> = {
  rank: bulkRanks.payments,
  order: 'group',
  groups: () => [],
  mails: () => false,
  tells: ({ notify }) => (notify ? 'payment_request' : undefined),
  judge:
    (scope, { price, purpose, same_purpose, include }) =>
    async (people) => {
      const leftOut = withoutPayments.filter((status) => !include.includes(status));
      const reasonOf = ({ status }: Person) => leftOut.find((one: WithoutPayments) => one === status);
      const paying = people.filter((person) => !reasonOf(person));
      const same = same_purpose === 'skip' ? await selectWithPurpose(scope, paying, purpose) : new Set();
      const amountOf = await readPrices(scope, price, paying);
      const kept = 'percent' in price ? await selectKept(scope, paying) : new Map();
      return people.map((person) => {
        const reason = reasonOf(person);
        if (reason) return { reason };
        if (same.has(person.id)) return { reason: 'same_purpose' };
        if (amountOf(person) === 0n) return { reason: 'no_price' };
        return kept.has(person.id) ? { warnings: ['kept_price'] } : {};
      });
    },
  async total(scope, { price }, people) {
    const amountOf = await readPrices(scope, price, people);
    const sum = people.reduce((cents, person) => cents + amountOf(person), 0n);
    return { amount: wireOf(sum), currency: await selectCurrency(scope) };
  },
  async act(scope, people, { price, purpose, payment_kind, expiration_date, notes, notify }, { jobId }) {
    const currency = await selectCurrency(scope);
    const amountOf = await readPrices(scope, price, people);
    const each = <Value>(value: (person: Person) => Value) => sql.param(people.map(value));
    const insert = sql`
      insert into payments (
        organization_id, participant_id, group_id, amount, currency, purpose, kind, expiration_date, notes, bulk_job_id
      )
      select ${scope.organizationId}, person.id, person.group_id, person.amount, ${currency}, ${purpose},
        ${payment_kind}, ${expiration_date}::date, ${notes}, ${jobId}
      from unnest(
        ${each(({ id }) => id)}::uuid[], ${each(({ group_id }) => group_id)}::uuid[],
        ${each((person) => wireOf(amountOf(person)))}::numeric[]
      ) as person (id, group_id, amount)
    `;
    await quietly(scope, !notify, () => scope.tx.execute(insert));
    // a payment leaves the participant as it was
    return {
      versions: new Map(people.map(({ id, version }) => [id, version])),
      mails: await countWritten(scope, jobId),
    };
  },
  undoesChanged: true,
  undoneForLong: true,
  async undo(scope, rows, { job }) {
    const ids = rows.map(({ subject }) => subject.id);
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

type Paying = Pick<Person, 'id' | 'group_id'>;

/**
 * What each of these is to pay in cents, half a cent up, by their group's plan, or by a former group's whose price they have
 * kept; 0 where that has no price.
 */
async function readPrices(
  scope: Scope,
  price: BulkParameters['payments']['price'],
  people: readonly Paying[],
): Promise<(person: Paying) => bigint> {
  if ('amount' in price) return () => centsOf(price.amount);
  const kept = await selectKept(scope, people);
  const groupOf = ({ id, group_id }: Paying) => kept.get(id) ?? group_id;
  const { rows } = await scope.tx.execute<Plan>(sql`
    select group_id, rhythm, amount::text as amount, instalments from fee_plans
    where organization_id = ${scope.organizationId}
      and group_id = any (${sql.param([...new Set(people.map(groupOf))])}::uuid[])
  `);
  const percent = centsOf(price.percent);
  const prices = new Map(
    rows.map(({ group_id, rhythm, amount, instalments }) => {
      const whole = onePrice({
        rhythm,
        amount: amount === null ? 0n : centsOf(amount),
        instalments: instalments.map((one) => ({ ...one, amount: centsOf(one.amount) })),
      });
      return [group_id, share(whole, percent, 10_000n)];
    }),
  );
  return (person) => prices.get(groupOf(person)) ?? 0n;
}

/** Former groups by whose plan participants still pay, by participant. */
async function selectKept(scope: Scope, people: readonly Paying[]): Promise<Map<string, string>> {
  const { rows } = await scope.tx.execute<{ participant_id: string; group_id: string }>(sql`
    select participant_id, group_id from fee_enrolments
    where organization_id = ${scope.organizationId} and kept and left_at is null
      and participant_id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
  `);
  return new Map(rows.map(({ participant_id, group_id }) => [participant_id, group_id]));
}

type Plan = {
  group_id: string;
  rhythm: FeeRhythm;
  amount: string | null;
  instalments: { due_date: string; amount: string }[];
};
