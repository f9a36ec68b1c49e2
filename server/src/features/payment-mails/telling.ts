import type { PaymentEmailType } from '@vpisnik/contract/rules/email-types';
import type { PaymentMail } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';

/**
 * Does something to payments of which their payers are not told where staff don't want that. Reminders are asked for, so they
 * leave all the same.
 */
export async function quietly<T>(
  { tx }: Pick<Scope, 'tx'>,
  isQuiet: boolean,
  act: () => Promise<T>,
): Promise<T> {
  if (!isQuiet) return act();
  await tx.execute(sql`select set_config('app.quiet', 'true', true)`);
  const done = await act();
  await tx.execute(sql`select set_config('app.quiet', '', true)`);
  return done;
}

const switches = {
  payment_request: sql`mail_requests`,
  payment_received: sql`mail_received`,
} satisfies Record<PaymentMail, unknown>;

/** Whether an organisation sends mails of a type by itself. */
export async function sends({ tx, organizationId }: Scope, type: PaymentMail): Promise<boolean> {
  const { rows } = await tx.execute<{ sends: boolean }>(
    sql`select ${switches[type]} as sends from payment_settings where organization_id = ${organizationId}`,
  );
  return rows[0]?.sends ?? false;
}

/** Mails that leave by themselves when a payment of a participant is made or received, to an address that takes mail. */
export async function selectMailsTo(
  { tx, organizationId }: Scope,
  participantId: string,
): Promise<PaymentMail[]> {
  const { rows } = await tx.execute<{ type: PaymentMail }>(sql`
    select its.type
    from participants a
    join payment_settings o on o.organization_id = a.organization_id
    cross join lateral (
      values ('payment_request', o.mail_requests), ('payment_received', o.mail_received)
    ) as its (type, is_on)
    left join group_email_settings g
      on g.organization_id = a.organization_id and g.group_id = a.group_id and g.email_type = its.type
    where a.organization_id = ${organizationId} and a.id = ${participantId} and a.email is not null
      and its.is_on and coalesce(g.enabled, true)
      and not exists (select from app.unreachable(array[a.id]))
  `);
  return rows.map(({ type }) => type);
}

/** The last day that imported statements tell of; null without any. */
export async function selectStatementDay({ tx }: Pick<Scope, 'tx'>): Promise<string | null> {
  const { rows } = await tx.execute<{ day: string | null }>(
    sql`select app.last_statement_day()::text as day`,
  );
  return rows[0]?.day ?? null;
}

/** Addresses to which mails of a type leave about payments of these participants: as many as there are mails. */
export async function addressesOf(
  { tx, organizationId }: Scope,
  type: PaymentEmailType,
  participantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ address: string }>(sql`
    select distinct lower(a.email) || ' ' || a.language as address
    from participants a
    left join group_email_settings s
      on s.organization_id = a.organization_id and s.group_id = a.group_id and s.email_type = ${type}
    where a.organization_id = ${organizationId} and a.id = any (${sql.param([...new Set(participantIds)])}::uuid[])
      and a.email is not null and coalesce(s.enabled, true)
  `);
  return rows.map(({ address }) => address);
}
