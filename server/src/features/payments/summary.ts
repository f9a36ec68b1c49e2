import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import type { PaymentSums } from '@vpisnik/contract/payments';
import { expectedStates, type PaymentState } from '@vpisnik/contract/rules/payment-filter';
import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { type Filters, filtersOf, matchingOf, readerOf, stateOf } from './filters.ts';

type Counted = { count: number; sum: string };
const none: Counted = { count: 0, sum: '0.00' };

/** Counts and sums of payments in scope by state, for each currency, with late ones due earlier. */
export async function sumPayments(scope: Scope, filter: PaymentFilter): Promise<{ results: PaymentSums[] }> {
  const filters = await filtersOf(scope, filter);
  const [all, older] = await Promise.all([
    sumByCurrency(scope, filters, {
      expected: expectedStates,
      received: ['completed'],
      due: ['due'],
      overdue: ['overdue'],
      cancelled: ['cancelled'],
      refunded: ['refunded'],
    }),
    filters.due_from === undefined
      ? []
      : sumByCurrency(scope, dueBefore(filters, filters.due_from), { older_overdue: ['overdue'] }),
  ]);
  const currencies = new Set([...all, ...older].map(({ currency }) => currency));
  return {
    results: [...currencies].toSorted().map((currency) => {
      const its = all.find((row) => row.currency === currency)?.sums;
      const before = older.find((row) => row.currency === currency)?.sums;
      return {
        currency,
        expected: its?.expected ?? none,
        received: its?.received ?? none,
        due: its?.due ?? none,
        overdue: its?.overdue ?? none,
        older_overdue: before?.older_overdue ?? none,
        cancelled: its?.cancelled ?? none,
        refunded: its?.refunded ?? none,
      };
    }),
  };
}

/** The same filter of late payments that were due before a day. */
const dueBefore = (filters: Filters, day: string): Filters => ({
  ...filters,
  due_from: undefined,
  due_to: Temporal.PlainDate.from(day).subtract({ days: 1 }).toString(),
  states: ['overdue'],
});

/** PostgreSQL adds exact decimals up, however large; as texts they stay exact. */
function sumByCurrency<Name extends string>(
  scope: Scope,
  filters: Filters,
  of: Record<Name, readonly PaymentState[]>,
): Promise<{ currency: string; sums: Record<Name, Counted> }[]> {
  const state = stateOf(filters.today);
  const sums = Object.entries<readonly PaymentState[]>(of).map(([name, states]): SQL => {
    const those = sql`filter (where ${state} in ${states})`;
    return sql`${name}::text, jsonb_build_object('count', count(*) ${those},
      'sum', coalesce(sum(${payments.amount}) ${those}, 0.00)::text)`;
  });
  return readerOf(scope, filters)
    .select({
      currency: payments.currency,
      sums: sql<Record<Name, Counted>>`jsonb_build_object(${sql.join(sums, sql`, `)})`,
    })
    .from(payments)
    .where(matchingOf(scope, filters))
    .groupBy(payments.currency);
}
