import type { AsideReason, TableMapping } from '@vpisnik/contract/rules/statements';
import type { BankEntry, BankStatement, LeftOutEntry } from '@vpisnik/contract/statements';
import { type SQL, sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import type { LeftOut } from '../../db/schema/statements.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import { DAYS_APART } from './alike.ts';

type Page = { limit: number; last_id?: string | undefined; with_total?: boolean | undefined };

const lockKey = (organizationId: string) => sql`hashtextextended('statements ' || ${organizationId}, 0)`;

/** Lets imports and undoings of an organisation wait for each other and for bookings until the transaction ends. */
export async function lockStatements({ tx, organizationId }: Scope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(organizationId)})`);
}

/** Lets bookings wait for imports and undoings, but not for each other. */
export async function lockBookings({ tx, organizationId }: Scope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(organizationId)})`);
}

const instant = (column: string) => sql.raw(instantColumn(column));

/** Statements with what became of their money. */
async function selectStatements({ tx, organizationId }: Scope, tail: SQL): Promise<BankStatement[]> {
  const { rows } = await tx.execute<BankStatement>(sql`
    select s.id, s.file_name, s.account, s.currency, s.from_date::text as from_date, s.to_date::text as to_date, s.entry_count,
      s.total::text as total, s.known_count, ${instant('s.known_at')} as known_at, s.reversal_count, s.pending_count, s.unread_count,
      coalesce(its.paid, 0.00)::text as paid, coalesce(its.aside, 0.00)::text as aside,
      coalesce(its.credit, 0.00)::text as credit, coalesce(its.waiting, 0)::integer as waiting_count,
      ${instant('s.undone_at')} as undone_at, ${instant('s.created_at')} as created_at
    from bank_statements s
    left join lateral (
      select sum(e.paid) as paid, sum(e.amount - e.paid) filter (where e.aside is not null) as aside,
        sum(e.amount - e.paid) filter (where e.aside is null) as credit,
        count(*) filter (where e.aside is null and e.paid < e.amount) as waiting
      from bank_entries e where e.organization_id = s.organization_id and e.statement_id = s.id
    ) as its on true
    where s.organization_id = ${organizationId} and ${tail}`);
  return rows;
}

/** A statement; undefined for one of another organisation. */
export async function selectStatement(scope: Scope, id: string): Promise<BankStatement | undefined> {
  return (await selectStatements(scope, sql`s.id = ${id}`))[0];
}

/** A page of statements, the latest first. */
export async function listStatements(scope: Scope, page: Page) {
  const order = { key: sql`s.created_at`, id: sql`s.id`, descending: true };
  const after = afterCursor(order, page.last_id) ?? sql`true`;
  const rows = await selectStatements(
    scope,
    sql`${after} order by ${orderBy(order)} limit ${page.limit + 1}`,
  );
  const { rows: counted } = page.with_total
    ? await scope.tx.execute<{ total: number }>(
        sql`select count(*)::integer as total from bank_statements where organization_id = ${scope.organizationId}`,
      )
    : { rows: [] };
  return { ...pageOf(rows, page.limit, (row) => row.created_at), ...counted[0] };
}

/** What an import adds. */
export type NewStatement = {
  file_name: string;
  account: string;
  currency: string;
  from_date: string;
  to_date: string;
  known_count: number;
  known_at: string | null;
  left_out: readonly LeftOut[];
  reversal_count: number;
  pending_count: number;
  unread_count: number;
  header_key: string | null;
  mapping: TableMapping | null;
};

export type NewEntry = {
  entry_key: string;
  position: number;
  told_in: string;
  day: string;
  amount: string;
  payer_name: string;
  payer_iban: string;
  reference: string;
  text: string;
};

const added = (entries: readonly NewEntry[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as its (
    entry_key text, position integer, told_in text, day date, amount numeric, payer_name text, payer_iban text, reference text, text text
  )`;

/** Adds a statement; \`insertEntries\` adds what it brings. */
export async function insertStatement(
  { tx, organizationId, accountId }: Scope,
  statement: NewStatement,
): Promise<string> {
  const { mapping } = statement;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into bank_statements (organization_id, file_name, account, currency, from_date, to_date, entry_count, total,
      known_count, known_at, left_out, reversal_count, pending_count, unread_count, header_key, mapping, created_by)
    values (${organizationId}, ${statement.file_name}, ${statement.account}, ${statement.currency},
      ${statement.from_date}::date, ${statement.to_date}::date, 0, 0, ${statement.known_count},
      ${statement.known_at}::timestamptz, ${JSON.stringify(statement.left_out)}::jsonb, ${statement.reversal_count},
      ${statement.pending_count}, ${statement.unread_count}, ${statement.header_key},
      ${mapping && JSON.stringify(mapping)}::jsonb, ${accountId})
    returning id`);
  return found(rows[0]).id;
}

/** Adds transfers to a statement. */
export async function insertEntries(
  { tx, organizationId }: Scope,
  id: string,
  entries: readonly NewEntry[],
): Promise<void> {
  await tx.execute(sql`
    with added as (${added(entries)}), stored as (
      insert into bank_entries (organization_id, statement_id, account, currency, entry_key, position, told_in, day, amount,
        payer_name, payer_iban, reference, text)
      select ${organizationId}, s.id, s.account, s.currency, its.entry_key, its.position, its.told_in, its.day, its.amount,
        its.payer_name, its.payer_iban, its.reference, its.text
      from added as its cross join bank_statements s
      where s.organization_id = ${organizationId} and s.id = ${id}
    )
    update bank_statements s set entry_count = s.entry_count + its.count, total = s.total + its.sum
    from (select count(*)::integer as count, coalesce(sum(amount), 0) as sum from added) as its
    where s.organization_id = ${organizationId} and s.id = ${id}`);
}

/** Entries of an account that are there already with the statements that told them, and when their latest import was. */
export async function selectKnown(
  { tx, organizationId }: Scope,
  account: string,
  keys: readonly string[],
): Promise<{ tellers: Map<string, string>; at: string | null }> {
  const { rows } = await tx.execute<{ entry_key: string; told_in: string; at: string }>(sql`
    select e.entry_key, min(e.told_in) as told_in, ${instant('max(s.created_at)')} as at
    from bank_entries e
    join bank_statements s on s.organization_id = e.organization_id and s.id = e.statement_id
    where e.organization_id = ${organizationId} and e.account = ${account}
      and e.entry_key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
    group by e.entry_key`);
  const latest = rows
    .map(({ at }) => at)
    .sort()
    .at(-1);
  return { tellers: new Map(rows.map((row) => [row.entry_key, row.told_in])), at: latest ?? null };
}

/** Whether a booked payment, or the rest of it, is at another version than booking left it; expiry doesn't count. */
const isChanged = sql`(p.version <> b.payment_version or b.rest_id is not null and (
  r.id is null or r.version <> b.rest_version and not (r.status = 'expired' and r.version = b.rest_version + 1)))`;

/** Transfers with the payments that they paid. */
async function selectEntries({ tx, organizationId }: Scope, tail: SQL): Promise<BankEntry[]> {
  const { rows } = await tx.execute<BankEntry>(sql`
    select e.id, e.version, e.statement_id, e.day::text as day, e.amount::text as amount, e.currency, e.payer_name,
      e.payer_iban, e.reference, e.text, (e.amount - e.paid)::text as rest, e.aside,
      coalesce(its.paid, '[]') as paid
    from bank_entries e
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'payment_id', p.id, 'participant_id', p.participant_id, 'participant_name', someone.name, 'group_name', g.name,
        'purpose', p.purpose, 'expiration_date', p.expiration_date, 'amount', b.amount::text, 'is_changed', ${isChanged}
      ) order by p.expiration_date, p.id) as paid
      from bank_entry_payments b
      join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
      join participants someone on someone.organization_id = p.organization_id and someone.id = p.participant_id
      join groups g on g.organization_id = p.organization_id and g.id = p.group_id
      left join payments r on r.organization_id = b.organization_id and r.id = b.rest_id
      where b.organization_id = e.organization_id and b.entry_id = e.id
    ) as its on e.paid > 0
    where e.organization_id = ${organizationId} and ${tail}`);
  return rows;
}

/** All transfers of a statement, in the order of the bank. */
export const selectEntriesOf = (scope: Scope, statementId: string): Promise<BankEntry[]> =>
  selectEntries(scope, sql`e.statement_id = ${statementId} order by e.day, e.id`);

/** Transfers that were left out of a statement and that people haven't taken, as they are shown. */
export async function selectAlike(
  { tx, organizationId }: Scope,
  statementId: string,
): Promise<LeftOutEntry[]> {
  const { rows } = await tx.execute<LeftOutEntry>(sql`
    select one ->> 'entry_key' as key, one #>> '{lines,0,day}' as day, its.amount, s.currency, its.payer_name,
      one #>> '{lines,0,payer_iban}' as payer_iban, one #>> '{lines,0,reference}' as reference,
      one #>> '{lines,0,text}' as text, (
        select e.statement_id from bank_entries e
        where e.organization_id = s.organization_id and e.account = s.account and e.entry_key = one ->> 'like' limit 1
      ) as earlier_id
    from bank_statements s
    cross join jsonb_array_elements(s.left_out) as one
    cross join lateral (
      select sum((line ->> 'amount')::numeric)::text as amount, left(string_agg(line ->> 'payer_name', ', '), 140) as payer_name
      from jsonb_array_elements(one -> 'lines') as line
    ) as its
    where s.organization_id = ${organizationId} and s.id = ${statementId} and s.undone_at is null
      and not (one ->> 'is_taken')::boolean
    order by day, key`);
  return rows;
}

/** What was left out of statements of an account: taken, or like an entry that is still there. */
export async function selectLeftOut(
  { tx, organizationId }: Scope,
  account: string,
): Promise<{ entry_key: string; told_in: string }[]> {
  const { rows } = await tx.execute<{ entry_key: string; told_in: string }>(sql`
    select one ->> 'entry_key' as entry_key, one ->> 'told_in' as told_in
    from bank_statements s cross join jsonb_array_elements(s.left_out) as one
    where s.organization_id = ${organizationId} and s.account = ${account} and s.undone_at is null
      and s.left_out <> '[]' and ((one ->> 'is_taken')::boolean or exists (
        select from bank_entries e
        where e.organization_id = s.organization_id and e.account = s.account and e.entry_key = one ->> 'like'
      ))`);
  return rows;
}

/** Lets nobody take transfers that were left out of statements, since an import has brought them now. */
export async function closeLeftOut(
  { tx, organizationId }: Scope,
  account: string,
  brought: readonly Pick<LeftOut, 'entry_key' | 'told_in'>[],
): Promise<void> {
  const isBrought = sql`exists (
    select from jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as now (entry_key text, told_in text)
    where now.entry_key = one ->> 'entry_key' and now.told_in = one ->> 'told_in')`;
  await tx.execute(sql`
    update bank_statements s set left_out = (
      select jsonb_agg(case when ${isBrought} then one || '{"is_taken": true}' else one end order by place)
      from jsonb_array_elements(s.left_out) with ordinality as its (one, place)
    )
    where s.organization_id = ${organizationId} and s.account = ${account} and s.undone_at is null and s.left_out <> '[]'
      and exists (select from jsonb_array_elements(s.left_out) as one where not (one ->> 'is_taken')::boolean and ${isBrought})`);
}

/** Locks a statement; answers what was left out of it, or undefined for one of another organisation or undone. */
export async function lockLeftOut({ tx, organizationId }: Scope, id: string) {
  const { rows } = await tx.execute<{ account: string; file_name: string; left_out: LeftOut[] }>(sql`
    select account, file_name, left_out from bank_statements
    where organization_id = ${organizationId} and id = ${id} and undone_at is null for update`);
  return rows[0];
}

/** Keeps the entries left out of a locked statement. */
export async function updateLeftOut(
  { tx, organizationId }: Scope,
  id: string,
  left_out: readonly LeftOut[],
): Promise<void> {
  await tx.execute(sql`
    update bank_statements set left_out = ${JSON.stringify(left_out)}::jsonb
    where organization_id = ${organizationId} and id = ${id}`);
}

/** A transfer of a statement in another format, to be compared. */
export type OtherEntry = {
  entry_key: string;
  position: number;
  day: string;
  amount: string;
  payer_name: string;
  payer_iban: string;
  reference: string;
};

/**
 * Transfers of an account on some days, or a few days beside them, that statements of another format brought: a table beside camt, or one with other
 * columns, tells the same money in other words. A bank may book a few days beside the period that it states.
 *
 * @param days in their order, at least one
 */
export async function selectOfOtherFormats(
  { tx, organizationId }: Scope,
  { account, header_key, mapping }: Pick<NewStatement, 'account' | 'header_key' | 'mapping'>,
  days: readonly string[],
): Promise<OtherEntry[]> {
  const { rows } = await tx.execute<OtherEntry>(sql`
    select e.entry_key, e.position, e.day::text as day, e.amount::text as amount, e.payer_name, e.payer_iban, e.reference
    from bank_statements s
    join bank_entries e on e.organization_id = s.organization_id and e.statement_id = s.id
    where s.organization_id = ${organizationId} and s.account = ${account} and s.undone_at is null
      and (s.header_key is distinct from ${header_key}
        or s.mapping - 'row' is distinct from ${mapping && JSON.stringify(mapping)}::jsonb - 'row')
      and s.to_date >= ${days[0]}::date - 7 and s.from_date <= ${days.at(-1)}::date + 7
      and e.day in (
        select its.day::date + apart from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as its (day),
          generate_series(${-DAYS_APART}::integer, ${DAYS_APART}::integer) as apart
      )
    order by e.day, e.entry_key, e.position`);
  return rows;
}

/** How tables were mapped that an organisation imported, the latest first. */
export async function selectMappings({ tx, organizationId }: Scope) {
  const { rows } = await tx.execute<{ header_key: string; mapping: TableMapping }>(sql`
    select header_key, mapping from bank_statements
    where organization_id = ${organizationId} and header_key is not null and undone_at is null
    order by created_at desc limit 100`);
  return rows;
}

/** A transfer; undefined for one of another organisation. */
export async function selectEntry(scope: Scope, id: string): Promise<BankEntry | undefined> {
  return (await selectEntries(scope, sql`e.id = ${id}`))[0];
}

const waits = sql`e.paid < e.amount and e.aside is null`;

/** A page of transfers of which something waits, the latest first, and how much waits in all. */
export async function listWaiting(scope: Scope, page: Page) {
  const order = { key: sql`e.day`, id: sql`e.id`, descending: true };
  const after = afterCursor(order, page.last_id) ?? sql`true`;
  const rows = await selectEntries(
    scope,
    sql`${waits} and ${after} order by ${orderBy(order)} limit ${page.limit + 1}`,
  );
  const { rows: sums } = await scope.tx.execute<{ currency: string; credit: string; count: number }>(sql`
    select e.currency, sum(e.amount - e.paid)::text as credit, count(*)::integer as count
    from bank_entries e where e.organization_id = ${scope.organizationId} and ${waits} group by e.currency order by e.currency`);
  return {
    ...pageOf(rows, page.limit, (row) => row.day),
    ...(page.with_total && { total: sums.reduce((total, { count }) => total + count, 0) }),
    sums,
  };
}

/** Locks a transfer; undefined for one of another organisation. */
export async function lockEntry({ tx, organizationId }: Scope, id: string) {
  const { rows } = await tx.execute<{ id: string; version: number }>(
    sql`select id, version from bank_entries where organization_id = ${organizationId} and id = ${id} for update`,
  );
  return rows[0];
}

/** Sets aside the rest of a locked transfer, or no longer. */
export async function updateAside(
  { tx, organizationId }: Scope,
  id: string,
  aside: AsideReason | null,
): Promise<void> {
  await tx.execute(sql`
    update bank_entries set aside = ${aside} where organization_id = ${organizationId} and id = ${id}`);
}

/** The account and the currency that statements are to be of: null for what the organisation hasn't said. */
export async function selectOwnAccount({
  tx,
  organizationId,
}: Scope): Promise<{ currency: string; iban: string | null }> {
  const { rows } = await tx.execute<{ currency: string; iban: string | null }>(
    sql`select o.currency, s.iban from organizations o
      left join payment_settings s on s.organization_id = o.id where o.id = ${organizationId}`,
  );
  return found(rows[0]);
}
