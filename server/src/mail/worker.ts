import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
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

type MailEnv = { smtpUrl: string; mailFrom: string; publicUrl: string };
type Log = {
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
  const transport = createMailTransport(env);
  await boss.work<MailKey>(
    'mail',
    { localConcurrency: 4, notifyPollingIntervalSeconds: 5 },
    async ([job]) => {
      if (job) await tryOnce(db, transport, env, log, job.data);
    },
  );
  await boss.work<MailKey>('mail_dead', { notifyPollingIntervalSeconds: 10 }, async ([job]) => {
    if (job) await markGivenUp(db, job.data);
  });
  await boss.work('mail_release', { pollingIntervalSeconds: 10 }, async () => {
    await releaseHeldMails(db);
  });
  return { stop: async () => transport.close() };
}

/** The queue keeps what a job throws, so that must not tell about people: a failed statement names its parameters. */
async function tryOnce(...[db, transport, env, log, key]: Parameters<typeof deliver>): Promise<void> {
  try {
    await deliver(db, transport, env, log, key);
  } catch (error) {
    if (error instanceof MailDelayed) throw new Error('The mail server did not take the mail.');
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    log.error({ mail: key.id, err: cause }, 'mail could not be sent');
    throw new Error('The mail could not be sent; the log says why.');
  }
}

/** One try to send one mail. It throws when the queue shall try again. */
async function deliver(
  db: NodePgDatabase,
  transport: MailTransport,
  env: MailEnv,
  log: Log,
  key: MailKey,
): Promise<void> {
  const claimed = await claimMail(db, key);
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
