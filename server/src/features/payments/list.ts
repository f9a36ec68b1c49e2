import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import type { ListedPayment } from '@vpisnik/contract/payments';
import type { PaymentSort } from '@vpisnik/contract/rules/payment-filter';
import type { Texts } from '@vpisnik/contract/rules/texts';
import {
  and,
  eq,
  getColumns,
  inArray,
  isNotNull,
  isNull,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { after, type Order, orderBy, pageOf, readCursor } from '../../db/pages.ts';
import { referenced } from '../../db/referenced.ts';
import { groups, participants, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { found } from '../../errors.ts';
import {
  type Filters,
  filtersOf,
  isNarrow,
  matchingButState,
  matchingOf,
  readerOf,
  statesOf,
} from './filters.ts';
import { withReminders } from './queries.ts';

type Page = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  sort: PaymentSort;
};

/** A part of a list in an order that an index serves; those without a day come last either way. */
type Part = { where?: SQL; order: Order; byName?: true; byState?: true; byAmount?: boolean };

const id = sql`${payments.id}`;
const name = sql`${participants.name} collate "sl-x-icu"`;

/** The parts of a list in their order. */
function partsOf(sort: PaymentSort): Part[] {
  const descending = sort.startsWith('-');
  const by = (key: SQL): Order => ({ key, id, descending });
  switch (sort) {
    case 'expiration_date':
    case '-expiration_date': {
      const due = payments.expiration_date;
      return [
        { where: isNotNull(due), order: by(sql`${due}`), byState: true },
        { where: isNull(due), order: by(id), byState: true },
      ];
    }
    case 'payment_date':
    case '-payment_date': {
      const paid = payments.payment_date;
      return [
        { where: isNotNull(paid), order: by(sql`${paid}`) },
        { where: isNull(paid), order: by(id) },
      ];
    }
    case 'amount':
    case '-amount':
      return [{ order: by(sql`${payments.amount}`), byAmount: true }];
    case 'name':
    case '-name':
      return [{ order: by(name), byName: true }];
    case 'created_at':
    case '-created_at':
      return [{ order: by(sql`${payments.created_at}`) }];
  }
}

type Placed = { id: string; key: string; person: string | null };
/** The last row of the page before. */
type Last = { key: string | number | null; person: string | number | null; id: string };

/** A page of payments in scope, with their total when it is asked for. */
export async function listPayments(scope: Scope, filter: PaymentFilter, page: Page) {
  const filters = await filtersOf(scope, filter);
  const [{ results: placed, last_id }, counted] = await Promise.all([
    placedIn(scope, filters, page),
    page.with_total ? countPayments(scope, filters) : undefined,
  ]);
  const rows = await selectListed(
    scope,
    placed.map(({ id }) => id),
    filters.today,
  );
  return { results: rows, last_id, ...(counted && { total: counted.count, as_of: counted.as_of }) };
}

/** How many payments in scope match a filter, and at which moment. */
export async function countPayments(
  scope: Scope,
  filters: Filters,
): Promise<{ count: number; as_of: string }> {
  const [row] = await readerOf(scope, filters)
    .select({ count: sql<number>`count(*)::integer`, as_of: currentMoment })
    .from(payments)
    .where(matchingOf(scope, filters));
  return found(row);
}

/** Begin of the transaction, which `created_at` of rows is compared with. */
const currentMoment = sql<string>`now()`.mapWith(payments.created_at);

/** The ids of a page; the cursor is the part's number, its key and, in the order of names, the participant. */
async function placedIn(scope: Scope, filters: Filters, page: Page) {
  const cursor = page.last_id === undefined ? undefined : readCursor(page.last_id, 3);
  const first = Number(cursor?.[0] ?? 0);
  const rows: (Placed & { at: number })[] = [];
  for (const [at, part] of partsOf(page.sort).entries()) {
    if (at < first || rows.length > page.limit) continue;
    const [, key = null, person = null, last] = (at === first && cursor) || [];
    const more = page.limit + 1 - rows.length;
    const from = last === undefined ? undefined : { key, person, id: String(last) };
    const next = await (part.byName ? rowsByName : rowsInOrder)(scope, filters, part, more, from);
    rows.push(...next.map((row) => ({ ...row, at })));
  }
  return pageOf(rows, page.limit, ({ at, key, person }) => [at, key, person]);
}

/**
 * By their day, the payments of each status are read in the order of the index and the first of all are taken: what is late
 * would else be looked for behind years of paid ones.
 */
async function rowsInOrder(
  scope: Scope,
  filters: Filters,
  { where, order, byState, byAmount = false }: Part,
  limit: number,
  last?: Last,
): Promise<Placed[]> {
  const most = atMost(limit);
  if (byState && !isNarrow(filters)) {
    const of = (state: SQL) =>
      sql`(select ${payments.id} as id, ${order.key} as key from ${payments}
        where ${and(matchingButState(scope, filters, true), where, state, last && after(order, last.key, last.id))}
        order by ${orderBy(order)} limit ${most})`;
    const merged = { key: sql`key`, id: sql`id`, descending: order.descending };
    const { rows } = await scope.tx.execute<{ id: string; key: string }>(
      sql`select id, key::text as key from (${sql.join(statesOf(filters).map(of), sql` union all `)}) as each
        order by ${orderBy(merged)} limit ${most}`,
    );
    return rows.map((row) => ({ ...row, person: null }));
  }
  const rows = await readerOf(scope, filters, byAmount)
    .select({ id: payments.id, key: sql<string>`(${order.key})::text`.as('key') })
    .from(payments)
    .where(and(matchingOf(scope, filters), where, last && after(order, last.key, last.id)))
    .orderBy(sql`${orderBy(order)} limit ${most}`);
  return rows.map((row) => ({ ...row, person: null }));
}

/** Written out: a statement that is prepared for any number of rows is planned as if it read a tenth of all. */
const atMost = (limit: number) => sql.raw(String(limit));

/** Goes along the participants in the order of their names; the payments of one stay together. */
async function rowsByName(
  scope: Scope,
  filters: Filters,
  { order: { descending } }: Part,
  limit: number,
  last?: Last,
): Promise<Placed[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const isFrom = descending ? sql`<=` : sql`>=`;
  const isAfter = descending ? sql`<` : sql`>`;
  const their = sql`(${name}, ${participants.id})`;
  return readerOf(scope, filters)
    .select({ id: payments.id, key: participants.name, person: participants.id })
    .from(participants)
    .innerJoin(
      payments,
      and(
        eq(payments.organization_id, participants.organization_id),
        eq(payments.participant_id, participants.id),
      ),
    )
    .where(
      and(
        eq(participants.organization_id, scope.organizationId),
        scope.allGroups ? undefined : inArray(participants.group_id, [...scope.groupIds]),
        matchingOf(scope, filters),
        last &&
          sql`${their} ${isFrom} (${last.key}, ${last.person}::uuid)
            and (${name}, ${participants.id}, ${payments.id}) ${isAfter} (${last.key}, ${last.person}::uuid, ${last.id}::uuid)`,
      ),
    )
    .orderBy(
      sql`${name} ${direction}, ${participants.id} ${direction}, ${payments.id} ${direction} limit ${atMost(limit)}`,
    );
}

const {
  organization_id: _,
  bulk_job_id: __,
  reference_key: ___,
  fee_plan_id: ____,
  period: _____,
  gross: ______,
  discounts: _______,
  left_at: ________,
  ...listed
} = getColumns(payments);

type Value = (name: 'organization' | 'ids' | 'today') => Placeholder;

/** Written once a connection: a page has these columns fifty times. */
const listedByIds = statement((tx, value: Value) =>
  tx
    .select({
      ...listed,
      overdue: sql<boolean>`${payments.status} in ('pending', 'expired', 'failed')
        and (${payments.status} = 'expired' or coalesce(${payments.expiration_date} < ${value('today')}::date, false))`,
      participant_name: participants.name,
      participant_email: participants.email,
      group_name: sql<Texts>`(select ${groups.name} from ${groups}
        where ${groups.organization_id} = ${payments.organization_id} and ${groups.id} = ${payments.group_id})`,
    })
    .from(payments)
    .innerJoin(participants, referenced(participants, payments, payments.participant_id))
    .where(
      and(
        eq(payments.organization_id, value('organization')),
        sql`${payments.id} = any (${value('ids')}::uuid[])`,
      ),
    ),
);

/** Payments by their ids, in that order, with their participants. */
async function selectListed(scope: Scope, ids: string[], today: string): Promise<ListedPayment[]> {
  if (ids.length === 0) return [];
  const given = { organization: scope.organizationId, ids: `{${ids.join()}}`, today };
  const read = (await listedByIds(scope.tx, given)) as Omit<
    ListedPayment,
    'reminder_count' | 'reminded_at'
  >[];
  const rows = await withReminders(scope, read);
  const places = new Map(ids.map((id, at) => [id, at]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/** `order by` of a whole list that is joined with its participants, in which its pages come one after the other. */
export function wholeOrder(sort: PaymentSort): SQL {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const [first] = partsOf(sort);
  return first?.byName
    ? sql`${name} ${direction}, ${participants.id} ${direction}, ${id} ${direction}`
    : sql`${first?.order.key ?? id} ${direction} nulls last, ${id} ${direction}`;
}
