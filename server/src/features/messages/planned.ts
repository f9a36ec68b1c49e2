import { bulkStops } from '@vpisnik/contract/bulk-jobs';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { asAccount, asSystem, asWorker, type Scope, type Transaction } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { enqueueAccountMail } from '../../identity/mails/account-outbox.ts';
import type { Log } from '../../mail/transport.ts';
import type { Services } from '../../services.ts';
import { lockMessage, selectMessage } from './queries.ts';
import { begin, requireSendable } from './sending.ts';

type Working = Pick<Services, 'pools' | 'env'> & { log: Log; stopping: AbortSignal };
type Due = { organization_id: string; id: string; sender_id: string };

/** Messages that one round begins to send; the next one does the others. */
const AT_ONCE = 200;

/** Refusals that pass by themselves: the message is tried again with the next round. */
const passing: readonly string[] = ['too_many_jobs', 'unavailable'];

/**
 * Sends planned messages whose time has come, by turns of organisations, each in the name of who planned it, as that person may by now. One that they
 * may not send any more, or that nobody would get, is stopped, and they and its author get a mail about it.
 */
export async function sendPlanned(working: Working): Promise<void> {
  const due = await asWorker(working.pools.system, (tx) => selectDue(tx));
  for (const one of due) {
    if (working.stopping.aborted) return;
    await sendOne(working, one).catch((error: unknown) => failed(working, one, error));
  }
}

/** Planned messages whose time has come: the first of each organisation, then the second of each. */
export async function selectDue(tx: Transaction): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    select organization_id, id, sender_id from messages
    where state = 'planned' and send_at <= now()
    order by row_number() over (partition by organization_id order by send_at, id), send_at, id limit ${AT_ONCE}`);
  return rows;
}

const demand = {
  rank: permissions['participants.manage'],
  organization: true,
  writes: true,
  whilePasswordChangeRequired: false,
};

async function sendOne({ pools, env }: Working, { organization_id, id, sender_id }: Due): Promise<void> {
  const bearer = { accountId: sender_id, signInId: null };
  await asAccount(pools.api, bearer, organization_id, demand, async (account) => {
    const scope = account as Scope;
    await lockMessage(scope, id);
    const message = await selectMessage(scope, id);
    if (!message) throw new AppError('not_found');
    // called off, put off, changed by another or sent by another process meanwhile
    const isDue = message.send_at !== null && new Date(message.send_at) <= new Date();
    if (message.state !== 'planned' || !isDue || message.sender?.account_id !== sender_id) return;
    const counted = await requireSendable(scope, message);
    await begin(scope, message, { ...counted, delaySeconds: env.mailDelaySeconds });
  });
}

async function failed({ pools, log }: Working, { organization_id, id }: Due, error: unknown): Promise<void> {
  const code = error instanceof AppError ? error.code : 'internal_error';
  if (!(error instanceof AppError)) log.error({ message: id, err: error }, 'a planned message was not sent');
  if (!(error instanceof AppError) || passing.includes(code)) return;
  const known = [...bulkStops, 'selection_empty', 'selection_too_large'] as readonly string[];
  const reason = known.includes(code) ? code : 'internal_error';
  await asSystem(pools.system, async (client) => {
    const { rowCount } = await client.query(
      `update messages set state = 'stopped', stop_reason = $3
       where organization_id = $1 and id = $2 and state = 'planned' and send_at <= now()`,
      [organization_id, id, reason],
    );
    if (rowCount) await tellOfStop(client, organization_id, id);
  });
}

type Told = { id: string; email: string; subject: string; organization_name: string };

/** Tells who wrote a planned message, and who planned it, that it has not left. */
async function tellOfStop(client: PoolClient, organization_id: string, message: string): Promise<void> {
  const { rows } = await client.query<Told>(
    `select a.id, a.email, o.name as organization_name, coalesce(
       nullif(m.texts -> a.language ->> 'subject', ''), m.texts -> o.default_language ->> 'subject',
       jsonb_path_query_first(m.texts, '$.*.subject') #>> '{}', '') as subject
     from messages m
     join organizations o on o.id = m.organization_id
     join accounts a on a.id in (m.account_id, m.sender_id)
     where m.organization_id = $1 and m.id = $2 order by a.id`,
    [organization_id, message],
  );
  for (const { id, email, subject, organization_name } of rows)
    await enqueueAccountMail(client, {
      kind: 'message_stopped',
      ...{ to_address: email, account_id: id },
      data: { organization_id, organization_name, message, subject },
    });
}
