import type pg from 'pg';
import type { JobResult } from 'pg-boss';
import { asWorker } from '../db/scope.ts';
import { changesContent } from '../features/applicant-change-mails/content.ts';
import { linkContent } from '../features/applicant-link-mails/content.ts';
import { mailContent } from '../features/application-mails/content.ts';
import { releaseHeldMails } from '../features/application-mails/outbox.ts';
import { messageContent } from '../features/messages/content.ts';
import { offerContent } from '../features/offer-mails/content.ts';
import { paymentContent } from '../features/payment-mails/content.ts';
import { digestContent } from '../features/queue-digests/content.ts';
import { sessionContent } from '../features/session-mails/content.ts';
import { markAccountMail, releaseHeldAccountMails } from '../identity/mails/account-outbox.ts';
import { deliverAccountMail } from '../identity/mails/account-worker.ts';
import type { JobQueue } from '../jobs/boss.ts';
import { applicantTokens } from '../mail/applicant-tokens.ts';
import { mailMarks } from '../mail/returned/marks.ts';
import { returnAddresses } from '../mail/returned/verp.ts';
import { createMailTransport, type Log, MailDelayed, type MailEnv } from '../mail/transport.ts';
import { unsubscribeTokens } from '../mail/unsubscribe.ts';
import { type MailPace, startMailRounds, usualPace } from './mail-rounds.ts';

/** A mail about an account. Jobs of releases whose workers did not look into `mails` themselves name an organisation. */
type MailJob = { organization_id: string | null; id: string };

const contents = {
  ...{ application: mailContent, payments: paymentContent, sessions: sessionContent },
  ...{ offers: offerContent, queues: digestContent },
  ...{ message: messageContent, link: linkContent, changes: changesContent },
};

/** Mails about accounts sent at the same time, over connections of their own: a sign-in waits for no organisation's mails. */
const BATCH = 4;
/** Notifications wake the worker at once; polling finds retries. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/**
 * Sends mails until it is stopped, marks undeliverable ones as failed, and releases held ones. Stop the queue first, then
 * this.
 *
 * @param pool of the role app_system
 */
export async function startMailWorker(
  boss: JobQueue,
  pool: pg.Pool,
  env: MailEnv,
  log: Log,
  pace: MailPace = usualPace,
): Promise<{ stop(): Promise<void> }> {
  const transport = createMailTransport({
    ...env,
    connections: pace.connections,
    lasts: pace.hold * 1000,
  });
  const accounts = createMailTransport({ ...env, connections: BATCH });
  await boss.work<MailJob>(
    'mail',
    { batchSize: BATCH, burstWhenBatchFull: true, ...polling, perJobResults: true },
    async ({ id, data, retryCount }) => ({
      id,
      ...(await tryOnce(log, data.id, async () => {
        if (data.organization_id === null)
          await deliverAccountMail(pool, accounts, env, log, data.id, retryCount > 0);
      })),
    }),
  );
  await boss.work<MailJob>('mail_dead', polling, async ({ data }) => {
    if (data.organization_id === null) await markAccountMail(pool, data.id, 'failed', 'gave_up');
  });
  await boss.work('mail_release', polling, async () => {
    await asWorker(pool, releaseHeldMails);
    await releaseHeldAccountMails(pool);
  });
  const returning = env.mailBounces ? returnAddresses(env.mailBounces, env.secretKeys) : undefined;
  const rounds = startMailRounds({
    contents,
    pool,
    transport,
    publicUrl: env.publicUrl,
    unsubscribing: unsubscribeTokens(env.secretKeys),
    applicants: applicantTokens(env.secretKeys),
    returning,
    marks: mailMarks(env.secretKeys),
    log,
    pace,
  });
  return {
    stop: async () => {
      await rounds.stop();
      transport.close();
      accounts.close();
    },
  };
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
