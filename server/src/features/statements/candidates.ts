/** Payments that transfers may pay, as the database knows them: set by set, never transfer by transfer. */

import { openStatuses } from '@vpisnik/contract/rules/payments';
import type { PayablePayment } from '@vpisnik/contract/statements';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { searchedWords } from '../participants/search.ts';
import type { Candidate } from './matching.ts';

/** A surname of more people than that says nothing, and would make matching slow. */
const MOST_NAMESAKES = 300;
/** Payments that are looked at; no organisation comes near. */
const MOST_CANDIDATES = 150_000;

export type CandidateRow = Omit<Candidate, 'cents'> &
  Omit<PayablePayment, 'payment_id'> & { group_id: string };

const isOpen = sql.raw(`p.status in ('${openStatuses.join("', '")}')`);
/** Marked as paid by hand; no transfer is known that paid it. */
const isBooked = sql`(p.status = 'completed' and coalesce(p.method, 'bank_transfer') = 'bank_transfer' and not exists (
  select from bank_entry_payments b where b.organization_id = p.organization_id and b.payment_id = p.id))`;
const list = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/**
 * Reads payments with whose they are. They are found before anything is joined: row-level security hides from the planner how many
 * groups there are, and it would look for the payments anew in each.
 *
 * @param before further parts of `with`
 * @param tail which of them, in which order
 */
async function select(scope: Scope, before: readonly SQL[], tail: SQL): Promise<CandidateRow[]> {
  const { tx, organizationId } = scope;
  const found = sql`found as materialized (
    select p.*, row_number() over () as place from (
      select p.id, p.version, p.participant_id, p.group_id, p.amount, p.purpose, p.expiration_date, p.reference_key, p.status
      from payments p where p.organization_id = ${organizationId} and ${tail}
    ) as p
  )`;
  const { rows } = await tx.execute<CandidateRow>(sql`
    with ${sql.join([...before, found], sql`, `)}
    select p.id, p.version, p.participant_id, p.group_id, someone.name as participant_name, someone.guardian_name, someone.email,
      m.family_id, p.amount::text as amount, p.purpose, p.expiration_date::text as expiration_date, p.reference_key,
      p.status = 'completed' as is_paid
    from found p
    join participants someone on someone.organization_id = ${organizationId} and someone.id = p.participant_id
    left join family_members m on m.organization_id = ${organizationId} and m.participant_id = p.participant_id
    order by p.place`);
  const names = await selectGroupNames(scope, [...new Set(rows.map(({ group_id }) => group_id))]);
  for (const row of rows) row.group_name = names.get(row.group_id) ?? {};
  return rows;
}

async function selectGroupNames(
  { tx, organizationId }: Scope,
  ids: readonly string[],
): Promise<Map<string, PayablePayment['group_name']>> {
  const { rows } = await tx.execute<{ id: string; name: PayablePayment['group_name'] }>(sql`
    select id, name from groups where organization_id = ${organizationId} and id = any (${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Where the index finds payments of references: only equality of a column is evaluated ahead of row-level security. */
const hasReference = (keys: readonly string[]) =>
  sql`p.reference_key <> '' and p.reference_key = any (${sql.param(keys)}::text[])`;

/**
 * Payments with one of these references: open, or marked as paid by hand with one of these amounts, since such a one is only
 * linked with a transfer of its amount.
 */
export function selectByReference(
  scope: Scope,
  currency: string,
  keys: readonly string[],
  amounts: readonly string[],
) {
  return select(
    scope,
    [],
    sql`p.currency = ${currency} and ${hasReference(keys)}
      and (${isOpen} or p.amount = any (${sql.param(amounts)}::numeric[]) and ${isBooked})`,
  );
}

/** By IBAN, the participants whose payments came from it before. */
export async function selectPayers(
  { tx, organizationId }: Scope,
  ibans: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ iban: string; people: string[] }>(sql`
    select e.payer_iban as iban, array_agg(distinct p.participant_id::text) as people
    from bank_entries e
    join bank_entry_payments b on b.organization_id = e.organization_id and b.entry_id = e.id
    join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
    where e.organization_id = ${organizationId} and e.payer_iban <> '' and e.payer_iban in ${list(ibans)}
    group by e.payer_iban`);
  return new Map(rows.map(({ iban, people }) => [iban, new Set(people)]));
}

/**
 * Open payments of these people, of those whose payments have one of these references, of people with one of these words in
 * their own name or their guardian's, and of all who are reached through the same contact.
 */
export async function selectOfPeople(
  scope: Scope,
  currency: string,
  { ids, keys, words }: Record<'ids' | 'keys' | 'words', readonly string[]>,
): Promise<CandidateRow[]> {
  const of = scope.organizationId;
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    with owing as materialized (
      select distinct p.participant_id as id from payments p
      where p.organization_id = ${of} and p.currency = ${currency} and ${isOpen}
    ), hit as materialized (
      select s.id, its.word
      from participants s join owing using (id)
      cross join lateral (
        select word from string_to_table(s.name_words, ' ') as word
        union
        select word from string_to_table(app.name_words(s.guardian_name), ' ') as word
      ) as its
      where s.organization_id = ${of} and its.word in ${list(words)}
    ), named as materialized (
      select id from hit
      where word in (select word from hit group by word having count(*) <= ${MOST_NAMESAKES})
      union
      select id::uuid from ${list(ids)} as given (id)
      union
      select p.participant_id from payments p where p.organization_id = ${of} and ${hasReference(keys)}
    )
    select id from named
    union
    select mate.participant_id from family_members own
    join family_members mate on mate.organization_id = own.organization_id and mate.family_id = own.family_id
    where own.organization_id = ${of} and own.participant_id in (select id from named)
    union
    select mate.id from participants own
    join participants mate on mate.organization_id = own.organization_id and mate.email = own.email
    where own.organization_id = ${of} and own.id in (select id from named)`);
  // named one by one: how many they are would else be guessed
  const people = rows.map(({ id }) => id);
  return select(
    scope,
    [],
    sql`p.currency = ${currency} and ${isOpen} and p.participant_id = any (${sql.param(people)}::uuid[])
      limit ${MOST_CANDIDATES}`,
  );
}

/**
 * Payments that people may mean by a search for a transfer: those of its amount first, then by their day. The first of each status
 * and of each meaning are looked for, since all may owe the same amount; and where row-level security keeps no index from
 * being used, see `app.searchable_payments`.
 */
export async function searchPayable(
  scope: Scope,
  { amount, currency }: { amount: string; currency: string },
  search: { words: string; amount: string | null; digits: string },
  limit: number,
): Promise<CandidateRow[]> {
  const { words, digits } = search;
  // of a telephone the digits are searched, as they are in lists of participants
  const named = sql.join(
    searchedWords(words).map(({ text, isPhone }) =>
      isPhone ? sql`app.phone_digits(${text})` : sql`${text}::text`,
    ),
    sql` || ' ' || `,
  );
  const isIts = sql`p.amount = ${amount}::numeric`;
  const byDay = sql`p.expiration_date, p.id`;
  const itsFirst = sql`p.amount <> ${amount}::numeric, ${byDay}`;
  const ofAmount = (sought: string) => ({ where: sql`p.amount = ${sought}::numeric`, order: byDay });
  const meant = [
    ...(words === ''
      ? []
      : [{ where: sql`p.participant_id in (select app.search_participants(${named}))`, order: itsFirst }]),
    ...(search.amount === null ? [] : [ofAmount(search.amount)]),
    ...(digits.length < 4 ? [] : [{ where: sql`p.reference_key like ${`%${digits}%`}`, order: itsFirst }]),
  ];
  const most = sql.raw(String(limit));
  const states = [
    ...openStatuses.map((status) => sql.raw(`p.status = '${status}'`)),
    sql`${isBooked} and ${isIts}`,
  ];
  const first = (meant.length === 0 ? [ofAmount(amount)] : meant).flatMap(({ where, order }) =>
    states.map(
      (state) => sql`(select p.id from app.searchable_payments p
        where p.currency = ${currency} and ${where} and ${state} order by ${order} limit ${most})`,
    ),
  );
  return select(
    scope,
    [sql`meant as materialized (${sql.join(first, sql` union `)})`],
    sql`p.id in (select id from meant) order by ${itsFirst} limit ${most}`,
  );
}
