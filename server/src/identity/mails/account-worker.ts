import type pg from 'pg';
import { asSystem } from '../../db/scope.ts';
import type { Log, MailEnv } from '../../mail/transport.ts';
import { MailDelayed, MailRefused, type MailTransport } from '../../mail/transport.ts';
import { accountMailContent } from './account-content.ts';
import { claimAccountMail, markAccountMail } from './account-outbox.ts';
import { renderAccountMail } from './account-render.ts';

/** One try to send one mail about an account. It throws when the queue shall try again. */
export async function deliverAccountMail(
  system: pg.Pool,
  transport: MailTransport,
  env: MailEnv,
  log: Log,
  id: string,
  again: boolean,
): Promise<void> {
  const claimed = await asSystem(system, async (client) => {
    const mail = await claimAccountMail(client, id, again);
    const content = mail && (await accountMailContent(client, mail, env.publicUrl));
    if (mail && !content) await markAccountMail(client, id, 'cancelled', 'no_recipient');
    return mail && content && { mail, content };
  });
  if (!claimed) return;
  const { mail, content } = claimed;
  try {
    await transport.send({
      ...renderAccountMail(content),
      fromName: 'Vpisnik',
      replyTo: env.operator.email,
      to: mail.to_address,
      language: content.language,
      messageId: mail.message_id,
    });
  } catch (error) {
    if (error instanceof MailRefused) return await markAccountMail(system, id, 'failed', error.message);
    if (!(error instanceof MailDelayed)) throw error;
    await markAccountMail(system, id, 'queued', error.message);
    log.warn({ mail: id }, 'mail could not be handed over, trying again later');
    throw error;
  }
  await markAccountMail(system, id, 'sent');
}
