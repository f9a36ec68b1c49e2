import type { LedgerAsked } from '@vpisnik/contract/payment-reports';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import type { CellKind } from '../exports/columns.ts';
import { type Batch, CELL, fetchedFrom, lineOf, marks, ROW, wordOf } from '../exports/rows.ts';
import { groupNames } from '../payment-exports/rows.ts';
import { paymentWords } from '../payment-exports/words.ts';
import { type LedgerFact, ledgerFacts, reportWords } from './words.ts';

const kinds: Partial<Record<LedgerFact, CellKind>> = {
  ...{ day: 'day', paid_on: 'day', reference_number: 'code', invoice_number: 'code' },
  ...{ open: 'money', received: 'money', credit: 'money' },
};

/** The columns of the accountant's file, with their headers in the caller's language. */
export const ledgerColumns = ({ language }: Scope) =>
  ledgerFacts.map((fact) => ({ fact, header: reportWords[language].columns[fact] }));

/** Sums of all events until a day, of one currency. */
export type LedgerBalance = { currency: string; open: string; received: string; credit: string };

/** What there was when a day was over, and how many events a period has. */
export async function standOf(
  scope: Scope,
  { from, to }: LedgerAsked,
): Promise<{ opening: LedgerBalance[]; closing: LedgerBalance[]; count: number }> {
  const before = sql`amounts.day < ${from ?? '-infinity'}::date`;
  const sums = (condition: SQL) => sql`jsonb_build_object(
    'open', coalesce(sum(amounts.open) filter (where ${condition}), 0)::numeric(20, 2)::text,
    'received', coalesce(sum(amounts.received) filter (where ${condition}), 0)::numeric(20, 2)::text,
    'credit', coalesce(sum(amounts.credit) filter (where ${condition}), 0)::numeric(20, 2)::text)`;
  type Sums = Omit<LedgerBalance, 'currency'>;
  type Stand = { currency: string; count: number; opening: Sums; closing: Sums };
  const { rows } = await scope.tx.execute<Stand>(sql`
    select amounts.currency, (count(*) filter (where not ${before}))::integer as count,
      ${sums(before)} as opening, ${sums(sql`true`)} as closing
    from payment_events amounts
    where amounts.organization_id = ${scope.organizationId} and amounts.day <= ${to ?? 'infinity'}::date
    group by amounts.currency order by amounts.currency`);
  return {
    opening: rows.map(({ currency, opening }) => ({ currency, ...opening })),
    closing: rows.map(({ currency, closing }) => ({ currency, ...closing })),
    count: rows.reduce((all, { count }) => all + count, 0),
  };
}

/** The lines of the accountant's file: what there was, the events of the period by their day, and what there is then. */
export async function* ledgerRows(
  scope: Scope,
  { from, to }: LedgerAsked,
  { opening, closing }: Awaited<ReturnType<typeof standOf>>,
  today: string,
): AsyncGenerator<Batch> {
  const { language, tx } = scope;
  if (opening.length > 0) yield balances(opening, 'opening', from ?? '', language);
  const groups = await groupNames(scope);
  const line = lineOf(
    ledgerFacts.map((fact) => ({ kind: kinds[fact] ?? 'text', cell: sqlOf(fact, language, groups) })),
  );
  await tx.execute(sql`
    select set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', '11min', true)`);
  await tx.execute(sql`
    declare exported no scroll cursor for
    select ${line} as cells
    from payment_events v
    left join payments p on p.organization_id = v.organization_id and p.id = v.payment_id
    left join participants x on x.organization_id = v.organization_id
      -- not coalesce(), beside which row-level security lets no index be used
      and x.id = case when p.participant_id is null then v.participant_id else p.participant_id end
    left join bank_entries b on b.organization_id = v.organization_id and b.id = v.entry_id
    where v.organization_id = ${scope.organizationId}
      and v.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
    order by v.day, v.id`);
  for await (const rows of fetchedFrom(scope, 'exported')) yield { text: rows.join(ROW), count: rows.length };
  if (closing.length > 0) yield balances(closing, 'closing', to ?? today, language);
}

/** A line for each currency. */
function balances(
  all: readonly LedgerBalance[],
  event: 'opening' | 'closing',
  day: string,
  language: Language,
): Batch {
  const lines = all.map((balance) => {
    const cells: Partial<Record<LedgerFact, string>> = {
      day: day && marks.day + day,
      event: reportWords[language].events[event],
      currency: balance.currency,
    };
    for (const sum of ['open', 'received', 'credit'] as const) cells[sum] = written(balance[sum], language);
    return ledgerFacts.map((fact) => cells[fact] ?? '').join(CELL);
  });
  return { text: lines.join(ROW), count: lines.length };
}

/** An amount as spreadsheets in the language read it. */
export const written = (amount: string, language: Language): string =>
  language === 'sl' ? amount.replace('.', ',') : amount;

/** SQL of a fact about an event as a text. */
function sqlOf(fact: LedgerFact, language: Language, groups: Record<string, string>): SQL {
  switch (fact) {
    case 'day':
    case 'paid_on':
      return sql`v.${sql.identifier(fact)}::text`;
    case 'event':
      return wordOf(reportWords[language].events, sql`v.kind`);
    case 'name':
      return sql`coalesce(x.name, ${plain(sql`b.payer_name`)})`;
    case 'group':
      return wordOf(groups, sql`coalesce(p.group_id, x.group_id)::text`);
    case 'purpose':
    case 'invoice_number':
      return sql`p.${sql.identifier(fact)}`;
    case 'reference_number':
      return sql`coalesce(p.reference_number, ${plain(sql`b.reference`)})`;
    case 'method':
      return wordOf(paymentWords[language].methods, sql`v.method`);
    case 'currency':
      return sql`v.currency`;
    case 'open':
    case 'received':
    case 'credit':
      return language === 'sl'
        ? sql`replace(v.${sql.identifier(fact)}::text, '.', ',')`
        : sql`v.${sql.identifier(fact)}::text`;
  }
}

/** SQL of a text of a bank, which nobody has checked, without what separates and marks. */
const plain = (text: SQL) => sql`translate(${text}, ${`${marks.code}${marks.day}${ROW}${CELL}`}, '')`;
