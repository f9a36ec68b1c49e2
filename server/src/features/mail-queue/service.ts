import type { mail_queue } from '@vpisnik/contract/mail-queue';
import { rankOf } from '@vpisnik/contract/rules/roles';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { z } from 'zod';
import type { Pools } from '../../db/connection/pools.ts';
import { type AccountScope, asAccount, asWorker, type Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { recordActing } from '../../http/acting.ts';
import { everywhere } from '../../mail/pauses.ts';
import { retryMail } from '../mails/service.ts';
import { type Cause, isOf } from './queries.ts';

type Act = z.output<typeof mail_queue.act.body>;
type Outcome = z.output<typeof mail_queue.act.reply>;
type Admin = Pick<AccountScope, 'accountId' | 'signInId' | 'name' | 'role'>;

/** Failed mails sent again by one call, each in a transaction of its own. */
const AT_ONCE = 100;

/**
 * Sends an organisation's mails of one cause now, or stops them, without entering it; its audit trail says so. What is being
 * sent at the moment is passed over.
 *
 * @throws {AppError} not_found
 */
export async function actOnQueue(
  pools: Pools,
  admin: Admin,
  organizationId: string,
  { act, after, ...cause }: Act,
): Promise<Outcome> {
  const { rowCount } = await pools.system.query('select from organizations where id = $1', [organizationId]);
  if (!rowCount) throw new AppError('not_found');
  const outcome =
    cause.view === 'failed' && act === 'retry'
      ? await sendAgain(pools, admin, organizationId, cause, after)
      : { ...(await changeWaiting(pools, organizationId, act, cause)), after: null };
  await recordActing(pools.system, { ...admin, organizationId } as AccountScope, `mail_queue.${act}`, {
    method: 'POST',
    scope: 'organization',
  });
  return outcome;
}

/** Mails that wait for another try are tried now; those that have not left are stopped. */
async function changeWaiting(
  { system }: Pools,
  organizationId: string,
  act: Act['act'],
  cause: Cause,
): Promise<Pick<Outcome, 'done' | 'skipped'>> {
  const isMeant =
    act === 'cancel' ? sql`m.state in ('queued', 'held')` : sql`m.state = 'queued' and m.attempts > 0`;
  const change =
    act === 'cancel' ? sql`state = 'cancelled', state_reason = 'stopped'` : sql`send_after = now()`;
  const { rows } = await asWorker(system, (tx) =>
    tx.execute<{ done: number; meant: number }>(sql`
      with meant as (
        select m.organization_id, m.id from mails m where m.organization_id = ${organizationId} and ${isOf(cause)}
      ),
      free as (
        select m.organization_id, m.id from mails m join meant using (organization_id, id) where ${isMeant}
        order by m.id for update of m skip locked
      ),
      changed as (
        update mails set ${change} from free
        where mails.organization_id = free.organization_id and mails.id = free.id returning mails.id
      )
      select (select count(*) from changed)::integer as done, (select count(*) from meant)::integer as meant`),
  );
  const { done = 0, meant = 0 } = rows[0] ?? {};
  return { done, skipped: meant - done };
}

/** Sends some failed mails anew, each as their organisation's outbox would: only those still true. */
async function sendAgain(
  pools: Pools,
  { accountId, signInId }: Admin,
  organizationId: string,
  cause: Cause,
  after: string | null,
): Promise<Outcome> {
  const all = drizzle({ client: pools.system });
  const { rows } = await all.execute<{ id: string }>(sql`
    select m.id from mails m
    where m.organization_id = ${organizationId} and ${isOf(cause)} and (${after}::uuid is null or m.id > ${after}::uuid)
    order by m.id limit ${AT_ONCE + 1}`);
  const some = rows.slice(0, AT_ONCE);
  const demand = {
    ...{ rank: rankOf('ADMIN'), organization: true, writes: true },
    whilePasswordChangeRequired: false,
  };
  let done = 0;
  for (const { id } of some) {
    const isSent = await asAccount(pools.api, { accountId, signInId }, organizationId, demand, (scope) =>
      retryMail(scope as Scope, id),
    ).then(
      () => true,
      (error: unknown) => {
        // gone or no longer true by now
        if (error instanceof AppError && ['mail_outdated', 'not_found'].includes(error.code)) return false;
        throw error;
      },
    );
    if (isSent) done += 1;
  }
  const last = rows.length > AT_ONCE ? (some.at(-1)?.id ?? null) : null;
  return { done, skipped: some.length - done, after: last };
}

/** Ends the pause of a domain, or of all mail, and lets its mails be tried now; the next fault begins a short one. */
export async function resumeDomain({ system }: Pools, domain: string | null): Promise<void> {
  await asWorker(system, async (tx) => {
    await tx.execute(sql`delete from mail_pauses where domain = ${domain ?? everywhere}`);
    await tx.execute(sql`
      update mails set send_after = now()
      from (
        select m.organization_id, m.id from mails m
        where m.state in ('queued', 'sending') and m.state = 'queued' and m.attempts > 0 and m.send_after > now()
          and (${domain}::text is null or lower(coalesce(substring(m.to_address from '@([^@]*)$'), '')) = ${domain})
        order by m.id for update skip locked
      ) as waiting
      where mails.organization_id = waiting.organization_id and mails.id = waiting.id`);
  });
}
