/** Payments that transfers may pay, as the database knows them: set by set, never transfer by transfer. */

import { openStatuses } from '@vpisnik/contract/rules/payments';
import type { PayablePayment } from '@vpisnik/contract/statements';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import type { Candidate } from './matching.ts';

/** A surname of more people than that says nothing, and would make matching slow. */
const MOST_NAMESAKES = 300;
/** Payments that are looked at; no organisation comes near. */
const MOST_CANDIDATES = 150_000;

export type CandidateRow = Omit<Candidate, 'cents'> & Omit<PayablePayment, 'payment_id'>;

const isOpen = sql.raw(`p.status in ('${openStatuses.join("', '")}')`);
/** Marked as paid by hand; no transfer is known that paid it. */
const isBooked = sql`(p.status = 'completed' and coalesce(p.method, 'bank_transfer') = 'bank_transfer' and not exists (
  select from bank_entry_payments b where b.organization_id = p.organization_id and b.payment_id = p.id))`;
/** As the index `payments_reference` has it. */
const referenceKey = sql`upper(regexp_replace(p.reference_number, '[^0-9A-Za-z]', '', 'g'))`;

const list = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

async function select({ tx, organizationId }: Scope, before: SQL, tail: SQL): Promise<CandidateRow[]> {
  const { rows } = await tx.execute<CandidateRow>(sql`
    ${before}
    select p.id, p.version, p.participant_id, someone.name as participant_name, someone.guardian_name, someone.email,
      m.family_id, g.name as group_name, p.amount::text as amount, p.purpose, p.expiration_date::text as expiration_date,
      ${referenceKey} as reference_key, p.status = 'completed' as is_paid
    from payments p
    join participants someone on someone.organization_id = p.organization_id and someone.id = p.participant_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    left join family_members m on m.organization_id = p.organization_id and m.participant_id = p.participant_id
    where p.organization_id = ${organizationId} and ${tail}`);
  return rows;
}

/** Payments with one of these references, open or marked as paid by hand. */
export function selectByReference(scope: Scope, currency: string, keys: readonly string[]) {
  return select(
    scope,
    sql``,
    sql`p.currency = ${currency} and p.reference_number <> '' and ${referenceKey} in ${list(keys)} and (${isOpen} or ${isBooked})`,
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
 * Open payments of these people, of people with one of these words in their own name or their guardian's, and of all who are
 * reached through the same contact.
 */
export function selectOfPeople(
  scope: Scope,
  currency: string,
  ids: readonly string[],
  words: readonly string[],
) {
  const of = scope.organizationId;
  return select(
    scope,
    sql`with owing as materialized (
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
      ), named as (
        select id from hit
        where word in (select word from hit group by word having count(*) <= ${MOST_NAMESAKES})
        union
        select id::uuid from ${list(ids)} as given (id)
      ), people as materialized (
        select id from named
        union
        select mate.participant_id from family_members own
        join family_members mate on mate.organization_id = own.organization_id and mate.family_id = own.family_id
        where own.organization_id = ${of} and own.participant_id in (select id from named)
        union
        select mate.id from participants own
        join participants mate on mate.organization_id = own.organization_id and mate.email = own.email
        where own.organization_id = ${of} and own.id in (select id from named)
      )`,
    sql`p.currency = ${currency} and ${isOpen} and p.participant_id in (select id from people) limit ${MOST_CANDIDATES}`,
  );
}

/** Payments that people may mean by a search for a transfer: those of its amount first, then by their day. */
export async function searchPayable(
  scope: Scope,
  { amount, currency }: { amount: string; currency: string },
  search: { words: string; amount: string | null; digits: string },
  limit: number,
): Promise<CandidateRow[]> {
  const meant = [
    ...(search.words === ''
      ? []
      : [sql`p.participant_id in (select app.search_participants(${search.words}))`]),
    ...(search.amount === null ? [] : [sql`p.amount = ${search.amount}::numeric`]),
    ...(search.digits.length < 4
      ? []
      : [sql`p.reference_number <> '' and ${referenceKey} like ${`%${search.digits}%`}`]),
  ];
  const which =
    meant.length === 0 ? sql`p.amount = ${amount}::numeric` : sql`(${sql.join(meant, sql` or `)})`;
  return select(
    scope,
    sql``,
    sql`p.currency = ${currency} and (${isOpen} or ${isBooked} and p.amount = ${amount}::numeric) and ${which}
      order by p.amount <> ${amount}::numeric, p.expiration_date, p.id limit ${limit}`,
  );
}
