import type { PaymentReport, ReportAsked, ReportLine } from '@vpisnik/contract/payment-reports';
import { type ReportGrouping, reportSums } from '@vpisnik/contract/rules/payment-reports';
import { openStatuses, receivedStatuses } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText, type Language } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { stateOf } from '../payments/filters.ts';

const [received] = receivedStatuses;
const counted = sql.raw([received, ...openStatuses].map((status) => `'${status}'`).join(', '));

/**
 * Owed and received amounts of a period, by currency and group. A payment without a due day counts on
 * the day on which it was paid, else on the one on which it was written down, so that each is in one period.
 */
export async function reportOf(scope: Scope, { by, from, to }: ReportAsked): Promise<PaymentReport> {
  const timeZone = await selectTimeZone(scope);
  const today = localDay(new Date(), timeZone);
  const within = (its: SQL) => sql`${its} between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
  const due = sql`payments.expiration_date`;
  const else_ = sql`coalesce(payments.payment_date, (payments.created_at at time zone ${timeZone})::date)`;
  const of = scope.organizationId;
  const state = stateOf(today);
  const sumOf = (...states: string[]) =>
    sql`coalesce(sum(payments.amount) filter (where ${state} in (${sql.raw(states.map((one) => `'${one}'`).join(', '))})), 0)`;
  const expected = (its: SQL, where: SQL) => sql`
    select payments.currency, ${keyOf(by, its)} as key, sum(payments.amount) as expected, ${sumOf('completed')} as received,
      ${sumOf('due')} as due, ${sumOf('overdue')} as overdue, 0 as came, 0 as credit
    from payments where payments.organization_id = ${of} and payments.status in (${counted}) and ${where} group by 1, 2`;
  const { rows } = await scope.tx.execute<ReportLine & { currency: string; is_total: boolean }>(sql`
    with parts as (
      ${expected(due, within(due))}
      union all
      ${expected(else_, sql`payments.expiration_date is null and ${within(else_)}`)}
      union all
      select payments.currency, ${keyOf(by, sql`payments.payment_date`)}, 0, 0, 0, 0, sum(payments.amount), 0
      from payments where payments.organization_id = ${of} and payments.status = '${sql.raw(received)}'
        and ${within(sql`payments.payment_date`)} group by 1, 2
      union all
      select e.currency, ${creditKeys[by]}, 0, 0, 0, 0, 0, sum(e.amount - e.paid)
      from bank_entries e where e.organization_id = ${of} and e.paid < e.amount and e.aside is null
        and ${within(sql`e.day`)} group by 1, 2
    ), placed as (
      select parts.*, ${by === 'category' ? sql`g.category_id::text` : sql`parts.key`} as place
      from parts ${by === 'category' ? sql`left join groups g on g.organization_id = ${of} and g.id = parts.key::uuid` : sql``}
    )
    select its.currency, its.is_total, its.place as key, ${nameOf(by, of)} as name,
      ${sql.join(
        reportSums.map(
          (sum) => sql`its.${sql.identifier(sum)}::numeric(20, 2)::text as ${sql.identifier(sum)}`,
        ),
        sql`, `,
      )}
    from (
      select currency, place, grouping(place) = 1 as is_total, ${sql.join(
        reportSums.map((sum) => sql`sum(${sql.identifier(sum)}) as ${sql.identifier(sum)}`),
        sql`, `,
      )}
      from placed group by grouping sets ((currency, place), (currency))
    ) as its
    order by its.currency`);
  const currencies = Map.groupBy(rows, ({ currency }) => currency);
  return {
    results: [...currencies].flatMap(([currency, all]) => {
      const total = all.find(({ is_total }) => is_total);
      const lines = all.filter(({ is_total }) => !is_total).sort(byPlace(scope.language));
      return total ? [{ currency, lines, total }] : [];
    }),
  };
}

/** Names by the alphabet, months one after the other; what has none comes last. */
const byPlace = (language: Language) => {
  const word = ({ key, name }: ReportLine) => (name ? bestText(name, language).text : (key ?? ''));
  return (one: ReportLine, other: ReportLine) =>
    Number(one.key === null) - Number(other.key === null) ||
    word(one).localeCompare(word(other), language) ||
    (one.key ?? '').localeCompare(other.key ?? '');
};

/** SQL of what a payment is grouped by; categories are those of groups, of which there are fewer than payments. */
function keyOf(by: ReportGrouping, day: SQL): SQL {
  switch (by) {
    case 'group':
    case 'category':
      return sql`payments.group_id::text`;
    case 'month':
      return sql`to_char(${day}, 'YYYY-MM')`;
    case 'method':
      return sql`payments.method`;
  }
}

/** The same of a transfer, which is of no group. */
const creditKeys: Record<ReportGrouping, SQL> = {
  group: sql`null::text`,
  category: sql`null::text`,
  month: sql`to_char(e.day, 'YYYY-MM')`,
  method: sql`'bank_transfer'`,
};

function nameOf(by: ReportGrouping, organization: string): SQL {
  if (by !== 'group' && by !== 'category') return sql`null::jsonb`;
  const table = sql.identifier(by === 'group' ? 'groups' : 'categories');
  return sql`(select n.name from ${table} n where n.organization_id = ${organization} and n.id = its.place::uuid)`;
}
