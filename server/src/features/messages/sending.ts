import { contract } from '@vpisnik/contract/contract';
import { type Message, messageLimits } from '@vpisnik/contract/messages';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { wordedLanguages } from '@vpisnik/contract/rules/messages';
import { languages } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import { changeJob } from '../bulk-jobs/queries.ts';
import { startWriting } from '../bulk-jobs/service.ts';
import { audienceOf, countMails, keepLimited, type MailCount, readGroups } from './audience.ts';
import { lockMessage, lockWithWork, recordMessage, selectMessage, sentBy, updateMessage } from './queries.ts';

type Body = z.output<(typeof contract.messages.send)['body']>;

/** Days are no more than this ahead, in milliseconds. */
const FARTHEST = messageLimits.days * 86_400_000;

/**
 * Sends a draft in the caller's name, or at its time: then to people of the groups that the caller has now. Of two calls at once one does; the other finds that it has left.
 *
 * @throws {AppError} edit_conflict, message_left, invalid_fields, selection_changed, selection_empty, too_many_jobs
 */
export async function send(
  scope: Scope,
  id: string,
  { version, expected_mails }: Body,
  delaySeconds: number,
): Promise<Message> {
  await lockMessage(scope, id);
  const message = found(await selectMessage(scope, id));
  if (message.state !== 'draft') throw new AppError('message_left');
  if (message.version !== version) throw editConflict(message, contract.messages.send.reply);
  const problems = problemsOf(message);
  if (problems.length > 0) throw invalidFields(problems);
  const { mails, people } = await countMails(scope, message);
  if (mails !== expected_mails) throw new AppError('selection_changed', { count: mails });
  if (mails === 0) throw new AppError('selection_empty');
  const { send_at } = message;
  if (send_at !== null && new Date(send_at) > new Date()) {
    const audience = await keepLimited(scope, message);
    await updateMessage(
      scope,
      id,
      { states: ['draft'] },
      { state: 'planned', ...sentBy(scope), ...audience },
    );
    await recordMessage(scope, 'message_planned', message, { mails, send_at });
  } else await begin(scope, message, { mails, people, delaySeconds });
  return found(await selectMessage(scope, id));
}

/**
 * Begins to write the mails of a message that is locked, in the caller's name.
 *
 * @param given.mails how many they are, as counted, and for how many people
 * @throws {AppError} selection_empty, selection_too_large, too_many_jobs
 */
export async function begin(
  scope: Scope,
  message: Message,
  { mails, people, delaySeconds }: MailCount & { delaySeconds: number },
): Promise<void> {
  const selection = audienceOf(message);
  if (!selection) throw new AppError('selection_empty');
  const { total, groups } = await readGroups(scope, selection);
  const chosen = 'filter' in selection ? { ...selection, expected_count: total } : selection;
  const parameters = { message_id: message.id, mails };
  await startWriting(scope, parameters, chosen, {
    delaySeconds,
    begun: async (job_id) => {
      await updateMessage(
        scope,
        message.id,
        { states: ['draft', 'planned'] },
        {
          ...{ state: 'sending', job_id, ...sentBy(scope) },
          sent_at: new Date().toISOString(),
          ...(groups.length > 0 && { group_ids: groups }),
        },
      );
    },
  });
  // who is left out got none
  await recordMessage(scope, 'message_sent', message, { count: people });
}

/**
 * Refuses what could not leave at its time: nobody would look by then.
 *
 * @returns how many mails it would be, and for how many people
 * @throws {AppError} invalid_fields, selection_empty
 */
export async function requireSendable(scope: Scope, message: Message): Promise<MailCount> {
  const problems = problemsOf(message);
  if (problems.length > 0) throw invalidFields(problems);
  const counted = await countMails(scope, message);
  if (counted.mails === 0) throw new AppError('selection_empty');
  return counted;
}

/** Why a message can't be sent as it is. */
function problemsOf(message: Message): FieldError[] {
  const { kind, texts, send_at } = message;
  const problems: FieldError[] = message.problems.map(({ path, code }) => ({ path, code }));
  if (kind === null) problems.push({ path: 'kind', code: 'required' });
  const worded = wordedLanguages(texts);
  for (const language of languages) {
    const words = texts[language];
    if (!words || worded.includes(language)) continue;
    problems.push({
      path: `texts.${language}.${words.subject === '' ? 'subject' : 'body'}`,
      code: 'required',
    });
  }
  if (worded.length === 0 && !problems.some(({ path }) => path.startsWith('texts')))
    problems.push({ path: 'texts', code: 'required' });
  if (send_at !== null && Date.parse(send_at) > Date.now() + FARTHEST)
    problems.push({ path: 'send_at', code: 'invalid_date' });
  return problems;
}

/**
 * Calls a planned message off, or stops the mails that have not left of one that was sent, also of one that has stopped by itself.
 *
 * @throws {AppError} message_left when there is nothing to stop
 */
export async function cancel(scope: Scope, id: string): Promise<Message> {
  await lockWithWork(scope, id);
  const message = found(await selectMessage(scope, id));
  const { state, job_id } = message;
  if (state === 'planned') await updateMessage(scope, id, { states: ['planned'] }, { state: 'cancelled' });
  else if (state === 'sending') {
    const key = { organizationId: scope.organizationId, id: job_id ?? '' };
    // its trigger lets message and mails rest; a batch that is under way is taken back
    await changeJob(scope.tx, key, 'running', { state: 'stopped', stop_reason: 'stopped' });
  } else if (state === 'sent' || state === 'stopped') {
    const waiting = await stopWaiting(scope, id);
    if (waiting.length === 0) throw new AppError('message_left');
    // who has a mail keeps it, even if its repeat is stopped
    if (waiting.some(({ again_of }) => again_of === null))
      await updateMessage(scope, id, { states: ['sent'] }, { state: 'stopped', stop_reason: 'stopped' });
  } else throw new AppError('message_left');
  await recordMessage(scope, 'message_cancelled', message, {});
  return found(await selectMessage(scope, id));
}

/** Stops the mails of a message in sight that have not left; answers which mails they repeat, if any. */
async function stopWaiting({ tx }: Scope, id: string): Promise<{ again_of: string | null }[]> {
  const { rows } = await tx.execute<{ again_of: string | null }>(
    sql`select again_of from app.stop_message_mails(${id})`,
  );
  return rows;
}
