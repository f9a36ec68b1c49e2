import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import { asWorker } from '../db/scope.ts';
import { deliverApplicationMail } from '../features/application-mails/deliver.ts';
import { type MailKey, markGivenUp, releaseHeldMails } from '../features/application-mails/outbox.ts';
import { markAccountMail, releaseHeldAccountMails } from '../identity/mails/account-outbox.ts';
import { deliverAccountMail } from '../identity/mails/account-worker.ts';
import { createMailTransport, type Log, MailDelayed, type MailEnv } from '../mail/transport.ts';

/** Data of a job; mail about an account has no organisation. */
type MailJob = MailKey | { organization_id: null; id: string };

/** Mails that one fetch takes, all sent at once: one slow mail server must not let the others' jobs expire. */
const BATCH = 4;
const WORKERS = 2;
/** Notifications wake the workers at once; polling finds delayed mails and retries. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/**
 * Works on the mail queue until the queue is stopped: sends mails, marks undeliverable ones as failed, and releases held
 * ones. Stop the queue first, then this.
 *
 * @param pool of the role app_system
 */
export async function startMailWorker(
  boss: PgBoss,
  pool: pg.Pool,
  env: MailEnv,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const transport = createMailTransport({ ...env, connections: BATCH * WORKERS });
  const fetching = { batchSize: BATCH, localConcurrency: WORKERS, burstWhenBatchFull: true, ...polling };
  await boss.work<MailJob>('mail', { ...fetching, perJobResults: true }, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data, retryCount }) => ({
        id,
        ...(await tryOnce(log, data.id, () =>
          data.organization_id === null
            ? deliverAccountMail(pool, transport, env, log, data.id, retryCount > 0)
            : deliverApplicationMail(pool, transport, env, log, data, retryCount > 0),
        )),
      })),
    ),
  );
  await boss.work<MailJob>('mail_dead', polling, async ([job]) => {
    if (!job) return;
    const { id, organization_id } = job.data;
    if (organization_id === null) await markAccountMail(pool, id, 'failed', 'gave_up');
    else await asWorker(pool, (tx) => markGivenUp(tx, { id, organization_id }));
  });
  await boss.work('mail_release', polling, async () => {
    await asWorker(pool, releaseHeldMails);
    await releaseHeldAccountMails(pool);
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
