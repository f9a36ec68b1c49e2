import type { ExportFormat } from '@vpisnik/contract/exports';
import type { PaymentSort } from '@vpisnik/contract/rules/payment-filter';
import { bestText, type Texts } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { CellKind } from '../exports/columns.ts';
import { type Batch, fetchedFrom, lineOf, ROW, wordOf } from '../exports/rows.ts';
import { type Filters, isLate, matchingOf, sourceOf } from '../payments/filters.ts';
import { wholeOrder } from '../payments/list.ts';
import { type ExportedFact, exportedFacts, paymentWords } from './words.ts';

const kinds: Partial<Record<ExportedFact, CellKind>> = {
  amount: 'money',
  expiration_date: 'day',
  payment_date: 'day',
  created_at: 'moment',
  reference_number: 'code',
  invoice_number: 'code',
};

/** The columns of exported payments, with their headers in the caller's language. */
export const columnsOf = ({ language }: Scope) =>
  exportedFacts.map((fact) => ({
    fact,
    header: paymentWords[language].columns[fact],
    kind: kinds[fact] ?? ('text' as const),
  }));

/** The payments of an export in the order of the list, by a cursor: memory is the same for any number of them. */
export async function* rowsOf(
  scope: Scope,
  filters: Filters,
  { sort, timeZone, format }: { sort: PaymentSort; timeZone: string; format: ExportFormat },
): AsyncGenerator<Batch> {
  const groups = await groupNames(scope);
  const given = { groups, timeZone, today: filters.today, format };
  const line = lineOf(columnsOf(scope).map(({ fact, kind }) => ({ kind, cell: sqlOf(scope, fact, given) })));
  const source = sourceOf(filters);
  await scope.tx.execute(sql`
    select set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', '11min', true)`);
  await scope.tx.execute(sql`
    declare exported no scroll cursor for ${source && sql`with payments as (${source})`}
    select ${line} as cells
    from ${payments}
    join participants on participants.organization_id = ${payments.organization_id}
      and participants.id = ${payments.participant_id}
    where ${matchingOf(scope, filters)} order by ${wholeOrder(sort)}`);
  for await (const rows of fetchedFrom(scope, 'exported')) yield { text: rows.join(ROW), count: rows.length };
}

/** Names of the groups in scope in the caller's language, by their ids. */
export async function groupNames({ tx, organizationId, language }: Scope): Promise<Record<string, string>> {
  const { rows } = await tx.execute<{ id: string; name: Texts }>(
    sql`select id, name from groups where organization_id = ${organizationId}`,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, bestText(name, language).text]));
}

type Given = { groups: Record<string, string>; timeZone: string; today: string; format: ExportFormat };

/** SQL of a fact as a text. */
function sqlOf({ language }: Scope, fact: ExportedFact, given: Given): SQL {
  const { states, methods, kinds: kindWords, instalment } = paymentWords[language];
  switch (fact) {
    case 'name':
      return sql`participants.name`;
    case 'email':
      return sql`participants.email`;
    case 'group':
      return wordOf(given.groups, sql`${payments.group_id}::text`);
    case 'kind':
      return wordOf(kindWords, sql`${payments.kind}`);
    case 'method':
      return wordOf(methods, sql`${payments.method}`);
    case 'state':
      // as the list says it: one that failed says so, late or not
      return wordOf(
        states,
        sql`case when ${payments.status} <> 'failed' and ${isLate(given.today)} then 'overdue' else ${payments.status} end`,
      );
    case 'amount':
      // a workbook has the number itself; so do other programs where the dot separates cents
      return language === 'sl' && given.format === 'csv'
        ? sql`replace(${payments.amount}::text, '.', ',')`
        : sql`${payments.amount}::text`;
    case 'instalment':
      return sql`case when ${payments.instalments} > 1 then replace(
        replace(${instalment}, '{{number}}', ${payments.instalment}::text), '{{of}}', ${payments.instalments}::text) end`;
    case 'created_at':
      return sql`left((${payments.created_at} at time zone ${given.timeZone})::text, 16)`;
    case 'expiration_date':
    case 'payment_date':
      return sql`${payments[fact]}::text`;
    default:
      return sql`${payments[fact]}`;
  }
}
