import { isOpen, type PaymentStatus } from '@vpisnik/contract/rules/payments';
import { REMINDER_PAUSE } from '@vpisnik/contract/rules/reminders';
import { holdsPlace, type ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';

/** Why nobody is reminded of a payment; of `reminded_recently` people may be all the same. */
export type ReminderObstacle =
  | 'not_open'
  | 'no_place'
  | 'no_email'
  | 'address_bounced'
  | 'turned_off'
  | 'reminded_recently';

/** A payment in scope, and what keeps people from being reminded of it. */
export type JudgedReminder = {
  payment_id: string;
  participant_status: ParticipantStatus;
  obstacle: ReminderObstacle | null;
};

type Asked = {
  payment_id: string;
  status: PaymentStatus;
  participant_status: ParticipantStatus;
  has_email: boolean;
  is_reachable: boolean;
  is_on: boolean;
  is_recent: boolean;
};

/**
 * What would become of reminding people of payments by hand; those out of scope are left out. What a job of bulk work has
 * written itself in this or an earlier batch does not count as a reminder before it.
 */
export async function judgeReminders(
  { tx, organizationId }: Scope,
  ids: readonly string[],
): Promise<JudgedReminder[]> {
  const { rows } = await tx.execute<Asked>(sql`
    with asked as (
      select p.id, p.status, a.id as participant_id, a.status as participant_status, a.email is not null as has_email,
        coalesce(s.enabled, true) as is_on
      from payments p
      join participants a on a.organization_id = p.organization_id and a.id = p.participant_id
      left join group_email_settings s
        on s.organization_id = a.organization_id and s.group_id = a.group_id and s.email_type = 'payment_reminder'
      where p.organization_id = ${organizationId} and p.id = any (${sql.param(ids)}::uuid[])
    )
    select asked.id as payment_id, status, participant_status, has_email, is_on,
      not exists (
        select from app.unreachable(array(select participant_id from asked)) u where u = asked.participant_id
      ) as is_reachable, coalesce(
      (r.at at time zone o.time_zone)::date > (now() at time zone o.time_zone)::date - ${sql.raw(String(REMINDER_PAUSE))}, false
    ) as is_recent
    from asked
    join organizations o on o.id = ${organizationId}
    left join app.reminded(array(select participant_id from asked)) r on r.participant_id = asked.participant_id
  `);
  return rows.map((row) => ({
    ...{ payment_id: row.payment_id, participant_status: row.participant_status },
    obstacle: obstacleOf(row),
  }));
}

function obstacleOf(asked: Asked): ReminderObstacle | null {
  if (!isOpen(asked.status)) return 'not_open';
  if (!holdsPlace(asked.participant_status)) return 'no_place';
  if (!asked.has_email) return 'no_email';
  if (!asked.is_reachable) return 'address_bounced';
  if (!asked.is_on) return 'turned_off';
  return asked.is_recent ? 'reminded_recently' : null;
}

/**
 * Refuses where nobody could pay anything.
 *
 * @throws {AppError} payment_settings_missing
 */
export async function requirePayee({ tx, organizationId }: Scope): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payment_settings where organization_id = ${organizationId}`,
  );
  if (rows.length === 0) throw new AppError('payment_settings_missing');
}

/**
 * Reminds people of payments by hand, in the caller's transaction; whether reminders leave by themselves doesn't matter. All
 * that is late of the same people is named with them, one mail an address.
 *
 * @param again also those who were reminded in the last seven days
 * @returns what was judged of each payment in scope; those without an obstacle are told of, with `again` also
 *   `reminded_recently`
 * @throws {AppError} payment_settings_missing
 */
export async function remindPayments(
  scope: Scope,
  ids: readonly string[],
  { again = false }: { again?: boolean } = {},
): Promise<JudgedReminder[]> {
  const { tx, organizationId } = scope;
  await requirePayee(scope);
  // so that neither two at once nor the daily job remind the same people twice
  await tx.execute(sql`
    select from participants where organization_id = ${organizationId} and id in (
      select participant_id from payments
      where organization_id = ${organizationId} and id = any (${sql.param(ids)}::uuid[])
    ) order by id for no key update`);
  const judged = await judgeReminders(scope, ids);
  const told = judged.filter(
    ({ obstacle }) => obstacle === null || (again && obstacle === 'reminded_recently'),
  );
  if (told.length > 0)
    await tx.execute(sql`
      select app.write_payment_mails(${organizationId}, 'payment_reminder', array(
        select p.id from payments p
        join organizations o on o.id = p.organization_id
        where p.organization_id = ${organizationId} and p.status in ('pending', 'expired', 'failed')
          and p.participant_id in (
            select its.participant_id from payments its
            where its.organization_id = ${organizationId} and its.id = any (asked.ids)
          )
          and (p.id = any (asked.ids)
            or coalesce(p.expiration_date < (now() at time zone o.time_zone)::date, p.status = 'expired'))
          -- a mail of an earlier batch of the same bulk work, sent or not, has told of it
          and not exists (
            select from mail_payments l
            join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
            where l.organization_id = p.organization_id and l.payment_id = p.id and m.email_type = 'payment_reminder'
              and m.state <> 'cancelled' and m.bulk_job_id = nullif(current_setting('app.bulk_job_id', true), '')::uuid
          )
      ), ${scope.name})
      from (select ${sql.param(told.map(({ payment_id }) => payment_id))}::uuid[] as ids) as asked
    `);
  return judged;
}
