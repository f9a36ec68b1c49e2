import { bulkLimits } from '@vpisnik/contract/bulk-jobs';
import type { OpenOf, PaymentSelection } from '@vpisnik/contract/payment-acts';
import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import { openStatuses, type PaymentMethod, type PaymentStatus } from '@vpisnik/contract/rules/payments';
import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { filtersOf, matchingOf, sourceOf } from '../payments/filters.ts';
import type { Subject } from './kind.ts';
import { choosePeople } from './people.ts';
import { loggedFilter, requireSelection, selectChosen } from './selection.ts';

/** A payment as bulk work sees it. */
export type Owed = Subject & {
  participant_id: string;
  status: PaymentStatus;
  status_reason: string;
  amount: string;
  currency: string;
  payment_date: string | null;
  method: PaymentMethod | null;
  invoice_number: string;
};

const columns =
  sql.raw(`id, group_id, version, participant_id, status, status_reason, amount::text as amount, currency,
  payment_date::text as payment_date, method, invoice_number`);

/** SQL of chosen payments by their day, see `Subjects.choose`. */
export async function chooseOwed(scope: Scope, selection: PaymentSelection): Promise<SQL> {
  if ('ids' in selection)
    return sql`
      select coalesce(p.participant_id, chosen.id) as participant_id, chosen.id as payment_id, p.id is not null as found,
        row_number() over (order by p.id is null, p.expiration_date, chosen.id) as position
      from (select distinct unnest(${sql.param(selection.ids)}::uuid[]) as id) as chosen
      left join payments p on p.organization_id = ${scope.organizationId} and p.id = chosen.id`;
  const filters = await filtersOf(scope, selection.filter);
  const source = sourceOf(filters);
  const reading = source ? sql`with payments as (${source})` : sql``;
  // one more than a job may have shows that there are too many
  return sql`
    select participant_id, id as payment_id, true as found, row_number() over (order by expiration_date, id) as position
    from (
      ${reading} select ${payments.id} as id, ${payments.participant_id} as participant_id,
        ${payments.expiration_date} as expiration_date
      from ${payments}
      where ${matchingOf(scope, filters)} and ${payments.created_at} <= ${selection.as_of}::timestamptz
      limit ${bulkLimits.rows + 1 + selection.exclude_ids.length}
    ) as matching
    where not exists (
      select from unnest(${sql.param(selection.exclude_ids)}::uuid[]) as excluded where excluded = matching.id
    )`;
}

/** Chosen payments, those of chosen people by their ids. */
export type Settled = {
  selection: PaymentSelection;
  /** How many of the chosen people owe nothing of that kind. */
  idle: number;
};

/**
 * Looks up the open payments of chosen people, by their day; from then on it is chosen by itself.
 *
 * @throws {AppError} selection_empty, selection_too_large, selection_changed
 */
export async function settleOwed(scope: Scope, given: PaymentSelection | OpenOf): Promise<Settled> {
  if (!('people' in given)) return { selection: given, idle: 0 };
  const { people, due_to } = given;
  requireSelection(people);
  const chosen = await selectChosen(scope, people, await choosePeople(scope, people, 'application'));
  const { rows } = await scope.tx.execute<{ id: string; participant_id: string }>(sql`
    select id, participant_id from payments
    where organization_id = ${scope.organizationId} and participant_id = any (${sql.param(chosen.ids)}::uuid[])
      and status = any (${sql.param([...openStatuses])}::text[])
      and coalesce(expiration_date <= ${due_to}::date, true)
    order by expiration_date, id limit ${bulkLimits.rows + 1}`);
  const owing = new Set(rows.map(({ participant_id }) => participant_id));
  const idle = chosen.ids.length - owing.size;
  // ids that name nobody are told like those of payments
  return { selection: { ids: [...rows.map(({ id }) => id), ...chosen.unknown] }, idle };
}

/** Payments in scope, in the order of the ids. */
export async function selectOwed(scope: Scope, ids: readonly string[]): Promise<Owed[]> {
  const { rows } = await scope.tx.execute<Owed>(
    sql`select ${columns} from payments where ${those(scope, ids)}`,
  );
  return inOrder(ids, rows);
}

/**
 * The same, locked after their participants, as everywhere; one that goes to another participant meanwhile is left out.
 *
 * @param reminds whether their participants are held as reminding does: two reminders, or one and a decision, take turns
 */
export async function lockOwed(scope: Scope, ids: readonly string[], reminds = false): Promise<Owed[]> {
  const { rows: held } = await scope.tx.execute<{ id: string }>(sql`
    select id from participants
    where organization_id = ${scope.organizationId}
      and id in (select participant_id from payments where ${those(scope, ids)})
    order by id for ${sql.raw(reminds ? 'no key update' : 'key share')}`);
  const { rows } = await scope.tx.execute<Owed>(sql`
    select ${columns} from payments
    where ${those(scope, ids)} and participant_id = any (${sql.param(held.map(({ id }) => id))}::uuid[])
    order by id for update`);
  return inOrder(ids, rows);
}

const those = (scope: Scope, ids: readonly string[]) =>
  sql`organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])`;

function inOrder(ids: readonly string[], rows: Owed[]): Owed[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A filter of payments for the activity log: whether there was a search, without its words, and the number of participants. */
export async function loggedPaymentFilter(
  scope: Scope,
  { search, group_id, participant_id, ...rest }: PaymentFilter,
): Promise<{ filter: Record<string, unknown>; names: Record<string, unknown> }> {
  const { names } = await loggedFilter(scope, { group_id });
  const filter = {
    ...rest,
    ...(group_id && { group_id }),
    ...(participant_id && { participants: participant_id.length }),
    ...(search && { search: true }),
  };
  return { filter, names };
}
