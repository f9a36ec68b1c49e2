import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import { markAccountMail } from './account-outbox.ts';
import { deliverAccountMail } from './account-worker.ts';
import { mailContent } from './content.ts';
import {
  claimMail,
  type MailKey,
  markFailed,
  markGivenUp,
  markSent,
  markWaiting,
  releaseHeldMails,
} from './outbox.ts';
import { type RenderedMail, renderMail } from './render.ts';
import { UnknownPlaceholder } from './template.ts';
import { createMailTransport, MailDelayed, MailRefused, type MailTransport } from './transport.ts';

/** What sending needs of the configuration. */
export type MailEnv = {
  smtpUrl: string;
  mailFrom: string;
  publicUrl: string;
  /** Who answers replies to mail that is no organisation's. */
  operator: { email: string };
};
/** What a job carries; mail about an account has no organisation. */
type MailJob = MailKey | { organization_id: null; id: string };

/** Mails that one fetch takes, all sent at once: one slow mail server must not let the others' jobs expire. */
const BATCH = 4;
const WORKERS = 2;
/** Notifications wake the workers at once; looking finds what is due later: delayed mail and new tries. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/** As much of a logger as background work needs. */
export type Log = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/**
 * Works on the mail queue until the queue is stopped: sends, fails what can't be sent, releases what was held.
 * Stop the queue first, then this.
 *
 * @param pool of the role app_system
 */
export async function startMailWorker(
  boss: PgBoss,
  pool: pg.Pool,
  env: MailEnv,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const db = drizzle({ client: pool });
  const transport = createMailTransport({ ...env, connections: BATCH * WORKERS });
  const fetching = { batchSize: BATCH, localConcurrency: WORKERS, burstWhenBatchFull: true, ...polling };
  await boss.work<MailJob>('mail', { ...fetching, perJobResults: true }, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data, retryCount }) => ({
        id,
        ...(await tryOnce(log, data.id, () =>
          data.organization_id === null
            ? deliverAccountMail(pool, transport, env, log, data.id, retryCount > 0)
            : deliver(db, transport, env, log, data, retryCount > 0),
        )),
      })),
    ),
  );
  await boss.work<MailJob>('mail_dead', polling, async ([job]) => {
    if (!job) return;
    const { id, organization_id } = job.data;
    if (organization_id === null) await markAccountMail(pool, id, 'failed', 'gave_up');
    else await markGivenUp(db, { id, organization_id });
  });
  await boss.work('mail_release', polling, async () => {
    await releaseHeldMails(db);
  });
  return { stop: async () => transport.close() };
}

/** How a try ended. The queue keeps it, so it must not tell about people: a failed statement names its parameters. */
async function tryOnce(
  log: Log,
  id: string,
  deliver: () => Promise<void>,
): Promise<Pick<JobResult, 'status' | 'output'>> {
  try {
    await deliver();
    return { status: 'completed' };
  } catch (error) {
    if (error instanceof MailDelayed) return { status: 'failed', output: { reason: 'server unavailable' } };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    log.error({ mail: id, err: cause }, 'mail could not be sent');
    return { status: 'failed', output: { reason: 'see the log' } };
  }
}

/** One try to send one mail. It throws when the queue shall try again. */
async function deliver(
  db: NodePgDatabase,
  transport: MailTransport,
  env: MailEnv,
  log: Log,
  key: MailKey,
  again: boolean,
): Promise<void> {
  const claimed = await claimMail(db, key, again);
  if (!claimed) return;
  const { mail, organization } = claimed;
  const { template, data } = await mailContent(db, claimed, env.publicUrl);
  let rendered: RenderedMail;
  try {
    rendered = renderMail(template, data);
  } catch (error) {
    if (!(error instanceof UnknownPlaceholder)) throw error;
    return await markFailed(db, key, 'template_error', `${error.field} ${error.placeholder}`);
  }
  try {
    await transport.send({
      ...rendered,
      fromName: organization.name,
      replyTo: organization.owner_email,
      to: mail.to_address,
      language: mail.language,
      messageId: mail.message_id,
    });
  } catch (error) {
    if (error instanceof MailRefused) return await markFailed(db, key, 'refused', error.message);
    if (!(error instanceof MailDelayed)) throw error;
    await markWaiting(db, key, error.message);
    log.warn(
      { mail: key.id, attempt: mail.attempts + 1 },
      'mail could not be handed over, trying again later',
    );
    throw error;
  }
  await markSent(db, key);
}
