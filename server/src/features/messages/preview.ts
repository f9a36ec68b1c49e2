import type { contract } from '@vpisnik/contract/contract';
import type { Message, MessagePreview } from '@vpisnik/contract/messages';
import { type MessageTexts, messageProblems, wordedLanguages } from '@vpisnik/contract/rules/messages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found, invalidFields } from '../../errors.ts';
import { withPicturesInside } from '../../mail/inline-pictures.ts';
import { enqueueTest } from '../application-mails/enqueue.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { sampleTexts } from '../notification-templates/sample.ts';
import { mailsOf } from './audience.ts';
import { messageData, templateOf } from './content.ts';

type Body = z.output<(typeof contract.message_previews.show)['body']>;
type Who = { members: string[]; names: string[]; address: string; language: Language };

/**
 * A mail of a message as one of its recipients gets it, by the renderer that sends; of a sample where there is none.
 *
 * @throws {AppError} invalid_fields (a text that can't be sent)
 */
export async function preview(
  scope: Scope,
  message: Message,
  body: Body,
  publicUrl: string,
): Promise<MessagePreview> {
  const {
    texts = message.texts,
    with_payments = message.with_payments,
    with_group = message.with_group,
  } = body;
  const problems = messageProblems(texts);
  if (problems.length > 0) throw invalidFields(problems.map(({ path, code }) => ({ path, code })));
  const organization = await readOrganization(scope);
  const mail = await mailsOf(scope, message);
  const { rows } = await scope.tx.execute<Who & { total: number }>(sql`
    select members, names, address, language, (count(*) over ())::integer as total from ${mail} as mail
    order by first_name, lead_id limit 1 offset ${body.recipient}
  `);
  const who = rows[0] ?? null;
  const language = body.language ?? languageFor(texts, who?.language, organization.default_language);
  const words = { kind: message.kind, texts, with_payments, with_group };
  const ids = who?.members ?? [];
  const data = await messageData(scope, words, { ids, language, organization, publicUrl });
  const { participant, group } = sampleTexts[language];
  const named = who ? await data() : { ...(await data()), participant_name: participant, group_name: group };
  const { subject, html, text, pictures } = renderMail(templateOf(words, language), named);
  return {
    ...{ subject, html: withPicturesInside(html, pictures), text, language },
    who: who && { names: who.names, address: who.address },
    recipients: who?.total ?? 0,
  };
}

/** The language in which a recipient gets a message: their own, else the organisation's, else any that has words. */
function languageFor(texts: MessageTexts, own: Language | undefined, usual: string): Language {
  const worded = wordedLanguages(texts);
  return worded.find((one) => one === own) ?? worded.find((one) => one === usual) ?? worded[0] ?? own ?? 'sl';
}

/** Sends such a mail to the caller, in the words of this moment. */
export async function sendTest(
  scope: Scope,
  message: Message,
  body: Body,
  publicUrl: string,
): Promise<{ to_address: string }> {
  const written = await preview(scope, message, body, publicUrl);
  return enqueueTest(scope, 'group_message', written, message.id);
}

async function readOrganization({ tx, organizationId }: Scope) {
  const { name, profile, time_zone, public_holidays, school_breaks, default_language } = organizations;
  const [row] = await tx
    .select({ name, profile, time_zone, public_holidays, school_breaks, default_language })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return found(row);
}
