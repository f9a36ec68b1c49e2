import type { MailReason } from '@vpisnik/contract/rules/mails';
import type pg from 'pg';
import { asWorker } from '../../db/scope.ts';
import type { RenderedMail } from '../../mail/transport.ts';
import {
  type Log,
  MailDelayed,
  type MailEnv,
  MailRefused,
  type MailTransport,
} from '../../mail/transport.ts';
import { mailContent } from './content.ts';
import { claimMail, type MailKey, markFailed, markSent, markWaiting } from './outbox.ts';
import { renderMail } from './render.ts';
import { UnknownPlaceholder } from './template.ts';

/** Tries once to send a mail about an application. Throws when the queue shall try again. */
export async function deliverApplicationMail(
  pool: pg.Pool,
  transport: MailTransport,
  env: MailEnv,
  log: Log,
  key: MailKey,
  again: boolean,
): Promise<void> {
  const taken = await asWorker(pool, async (tx) => {
    const claimed = await claimMail(tx, key, again);
    return claimed && { ...claimed, ...(await mailContent(tx, claimed, env.publicUrl)) };
  });
  if (!taken) return;
  const { mail, organization, template, data } = taken;
  const fail = (reason: MailReason, detail: string) =>
    asWorker(pool, (tx) => markFailed(tx, key, reason, detail));
  let rendered: RenderedMail;
  try {
    rendered = renderMail(template, data);
  } catch (error) {
    if (!(error instanceof UnknownPlaceholder)) throw error;
    return await fail('template_error', `${error.field} ${error.placeholder}`);
  }
  try {
    await transport.send({
      ...rendered,
      fromName: organization.name,
      // without a published address, an answer must still reach people
      replyTo: organization.contact_email ?? organization.owner_email,
      to: mail.to_address,
      language: mail.language,
      messageId: mail.message_id,
    });
  } catch (error) {
    if (error instanceof MailRefused) return await fail('refused', error.message);
    if (!(error instanceof MailDelayed)) throw error;
    const { message } = error;
    await asWorker(pool, (tx) => markWaiting(tx, key, message));
    log.warn(
      { mail: key.id, attempt: mail.attempts + 1 },
      'mail could not be handed over, trying again later',
    );
    throw error;
  }
  await markSent(pool, key);
}
