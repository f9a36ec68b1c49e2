import { type SQL, sql } from 'drizzle-orm';
import { isBulkMail } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import type { MailKey } from './outbox.ts';

/** A mail that is due and left to this process for a while. */
export type ReservedMail = MailKey & {
  /** Of its recipient; empty while the recipients of a mail to staff aren't known. */
  domain: string;
  bulk: boolean;
  /** The request that caused it, where that is known. */
  cause: string | null;
};

type Wanted = {
  count: number;
  /** Organisation that had the last turn; null at the beginning. */
  after: string | null;
  /** Domains that have enough mails under way. */
  busy: readonly string[];
  /** For which the mails are reserved. */
  seconds: number;
};

/**
 * Reserves mails that are due. What one person's act caused comes before bulk work, and organisations take turns: the first
 * mail of each, then the second of each. So an organisation's ten thousand mails let another's pass.
 *
 * @param tx committed at once, so that other processes see the reservation
 */
export async function reserveMails(tx: Transaction, wanted: Wanted): Promise<ReservedMail[]> {
  const [, { rows }] = await Promise.all([
    // a reservation that a crash of the database takes away frees its mail, whose claim decides: not worth waiting for the disk
    tx.execute(sql`select set_config('synchronous_commit', 'off', true)`),
    tx.execute<ReservedMail>(reservation(wanted)),
  ]);
  return rows;
}

const reservation = ({ count, after, busy, seconds }: Wanted): SQL => sql`
    with recursive organization (id) as (
      (select organization_id from mails where ${open} order by organization_id limit 1)
      union all
      select (
        select organization_id from mails where ${open} and organization_id > organization.id order by organization_id limit 1
      ) from organization where organization.id is not null
    ),
    turn as (
      select due.*, organization.id as organization_id,
        row_number() over (partition by organization.id, due.bulk order by due.send_after, due.id) as place
      from organization
      cross join (values (false), (true)) as kind (bulk)
      cross join lateral (
        select id, send_after, kind.bulk, domain, cause from (
          select id, send_after, ${domain} as domain, cause from mails
          where ${open} and organization_id = organization.id and ${sql.raw(isBulkMail)} = kind.bulk
            and send_after <= now() and (taken_until is null and state = 'queued' or taken_until <= now())
        ) as ready
        where domain <> all (${sql.param(busy)}::text[])
          and not exists (select from mail_pauses p where p.domain in (ready.domain, '*') and p.until > now())
        order by send_after, id
        limit greatest(2, ${count}::integer / nullif((select count(id) from organization), 0))
      ) as due
      where organization.id is not null
    ),
    chosen as (
      select * from turn
      order by bulk, place, organization_id <= ${after}::uuid nulls first, organization_id
      limit ${count}
    ),
    free as (
      select m.organization_id, m.id from mails m join chosen using (organization_id, id)
      where m.taken_until is null and m.state = 'queued' or m.state in ('queued', 'sending') and m.taken_until <= now()
      -- other processes, and calls that change a mail, don't wait for this one, nor this one for them
      for update of m skip locked
    ),
    reserved as (
      -- what a process that is gone was sending stays as it is: the first to claim it takes it once more
      update mails set taken_until = case state when 'queued' then now() + make_interval(secs => ${seconds}) else taken_until end
      from free where mails.organization_id = free.organization_id and mails.id = free.id
      returning mails.id
    )
    select organization_id, id, domain, bulk, cause from chosen
    where id in (select id from reserved)
    order by bulk, place, organization_id <= ${after}::uuid nulls first, organization_id
  `;

/** Gives back mails that were reserved and not begun. */
export async function releaseReserved(tx: Transaction, keys: readonly MailKey[]): Promise<void> {
  await tx.execute(sql`
    update mails set taken_until = null
    from unnest(${sql.param(keys.map((key) => key.organization_id))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::uuid[])
      as mine (organization_id, id)
    where mails.organization_id = mine.organization_id and mails.id = mine.id and mails.state = 'queued'
  `);
}

/** SQL: mails that may be due, in the words of the index `mails_due`. */
const open = sql`state in ('queued', 'sending')`;
const domain = sql`lower(coalesce(substring(to_address from '@([^@]*)$'), ''))`;
