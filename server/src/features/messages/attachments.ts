import { type Message, messageLimits } from '@vpisnik/contract/messages';
import { and, eq, sql } from 'drizzle-orm';
import { message_files } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import type { MailAttachment } from '../../mail/transport.ts';
import { lockMessage, selectMessage, updateMessage } from './queries.ts';
import { readPlanned, takeOver } from './takeover.ts';

/** Types by what a file begins with. Nothing that runs by itself is among them. */
const beginnings: [type: string, ending: RegExp, bytes: string][] = [
  ['application/pdf', /\.pdf$/i, '%PDF-'],
  ['image/png', /\.png$/i, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', /\.jpe?g$/i, '\xff\xd8\xff'],
  ['image/gif', /\.gif$/i, 'GIF8'],
  ['text/calendar', /\.ics$/i, 'BEGIN:VCALENDAR'],
  ...(['docx', 'xlsx', 'pptx'] as const).map((ending): [string, RegExp, string] => [
    officeTypes(ending),
    new RegExp(`\\.${ending}$`, 'i'),
    'PK\x03\x04',
  ]),
];

function officeTypes(ending: 'docx' | 'xlsx' | 'pptx'): string {
  const kinds = {
    docx: 'wordprocessingml.document',
    xlsx: 'spreadsheetml.sheet',
    pptx: 'presentationml.presentation',
  };
  return `application/vnd.openxmlformats-officedocument.${kinds[ending]}`;
}

/** The type of a file whose content is what its name says; undefined for any other. */
function typeOf(name: string, content: Buffer): string | undefined {
  const known = beginnings.find(
    ([, ending, bytes]) =>
      ending.test(name) && content.subarray(0, bytes.length).toString('latin1') === bytes,
  );
  if (known) return known[0];
  if (!/\.(txt|csv)$/i.test(name) || content.includes(0) || content.length === 0) return undefined;
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/**
 * Adds a file to a message that has not left; see `takeOver` for one that another person has planned.
 *
 * @throws {AppError} message_left, selection_changed, selection_empty, unsupported_media_type, payload_too_large, invalid_fields
 */
export async function addFile(
  inScope: InScope<Scope>,
  id: string,
  given: { name: string; content: Buffer; expected_mails: number | undefined },
): Promise<Message> {
  const name = given.name.replace(/[\\/:*?"<>|]/g, '-');
  return inScope(async (scope) => {
    const message = await openMessage(scope, id, given.expected_mails);
    const type = typeOf(name, given.content);
    if (!type) throw new AppError('unsupported_media_type');
    const bytes = message.attachments.reduce((sum, one) => sum + one.bytes, given.content.length);
    if (bytes > messageLimits.bytes) throw new AppError('payload_too_large');
    if (message.attachments.length >= messageLimits.files)
      throw invalidFields([{ path: 'attachments', code: 'too_many' }]);
    await scope.tx.insert(message_files).values({
      ...{ organization_id: scope.organizationId, message_id: id, name, type },
      ...{ bytes: given.content.length, content: given.content },
    });
    return found(await selectMessage(scope, id));
  });
}

/**
 * Takes a file off a message that has not left; see `takeOver` for one that another person has planned.
 *
 * @throws {AppError} message_left, selection_changed, selection_empty
 */
export async function removeFile(
  scope: Scope,
  fileId: string,
  expected_mails: number | undefined,
): Promise<Message> {
  const its = and(eq(message_files.organization_id, scope.organizationId), eq(message_files.id, fileId));
  const [file] = await scope.tx.select({ id: message_files.message_id }).from(message_files).where(its);
  const { id } = found(file);
  await openMessage(scope, id, expected_mails);
  await scope.tx.delete(message_files).where(its);
  return found(await selectMessage(scope, id));
}

/** Gives a copy the files of its original. */
export async function copyFiles(scope: Scope, fromId: string, toId: string): Promise<void> {
  await scope.tx.execute(sql`
    insert into message_files (organization_id, message_id, name, type, bytes, content)
    select organization_id, ${toId}, name, type, bytes, content from message_files
    where organization_id = ${scope.organizationId} and message_id = ${fromId} order by id`);
}

/** Moves a message that has not left on to its next version, as its files change; answers it as it was. */
async function openMessage(scope: Scope, id: string, expected_mails: number | undefined): Promise<Message> {
  await lockMessage(scope, id);
  const message = found(await selectMessage(scope, id));
  if (message.state !== 'draft' && message.state !== 'planned') throw new AppError('message_left');
  const before = await readPlanned(scope, message);
  if (before) await takeOver(scope, before, message, expected_mails);
  await updateMessage(scope, id, { states: [message.state] }, before?.values ?? {});
  return message;
}

/** Files of the messages whose mails leave at the moment: each is read once for thousands of mails. */
const leaving = new Map<string, MailAttachment[]>();
const MOST_LEAVING = 4;

/** The files of a message that has left; they don't change any more. */
export async function filesOf(
  tx: Transaction,
  organizationId: string,
  messageId: string,
): Promise<MailAttachment[]> {
  const known = leaving.get(messageId);
  if (known) return known;
  const { id, name, type, content, organization_id, message_id } = message_files;
  const rows = await tx
    .select({ name, type, content })
    .from(message_files)
    .where(and(eq(organization_id, organizationId), eq(message_id, messageId)))
    .orderBy(id);
  for (const oldest of leaving.keys()) {
    if (leaving.size < MOST_LEAVING) break;
    leaving.delete(oldest);
  }
  leaving.set(messageId, rows);
  return rows;
}
