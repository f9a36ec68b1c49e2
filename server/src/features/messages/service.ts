import { contract } from '@vpisnik/contract/contract';
import { type Message, messageLimits } from '@vpisnik/contract/messages';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import { copyFiles } from './attachments.ts';
import { audienceOf, copyAudience, keepAudience, limitAudience, unreachedOf } from './audience.ts';
import {
  countDrafts,
  deleteMessage,
  deleteUntouched,
  insertMessage,
  selectMessage,
  updateMessage,
  type Values,
} from './queries.ts';
import { requireSendable } from './sending.ts';
import { readPlanned, takeOver } from './takeover.ts';

type Calls = typeof contract.messages;
type Body<Action extends 'create' | 'update'> = z.output<Calls[Action]['body']>;

/** A message that the caller may see. */
export const get = async (scope: Scope, id: string): Promise<Message> =>
  found(await selectMessage(scope, id));

/**
 * Drafts a message, or a copy of another one; deletes drafts that were left untouched.
 *
 * @throws {AppError} too_many_messages, everybody_reached, selection_empty, selection_too_large, selection_changed,
 *   invalid_fields
 */
export async function create(
  scope: Scope,
  { copy_of, copy_to, audience, ...body }: Body<'create'>,
): Promise<Message> {
  await deleteUntouched(scope);
  if ((await countDrafts(scope)) >= messageLimits.drafts) throw new AppError('too_many_messages');
  const original = copy_of === undefined ? undefined : await selectMessage(scope, copy_of);
  if (copy_of !== undefined && !original) throw invalidFields([{ path: 'copy_of', code: 'unknown_id' }]);
  const copied =
    original && (copy_to === 'unreached' ? await unreachedOf(scope, original) : audienceOf(original));
  if (!audience && !copied) throw invalidFields([{ path: 'audience', code: 'required' }]);
  await requireGroup(scope, body.group_id);
  const id = await insertMessage(scope, {
    ...(original && copyOf(original)),
    ...valuesOf(body),
    ...(audience && (await keepAudience(scope, audience, true))),
    ...(!audience && copied && (await copyAudience(scope, copied))),
  });
  if (original) await copyFiles(scope, original.id, id);
  return get(scope, id);
}

/** What a copy has of its original; when it leaves is chosen anew, and so is whose group it is. */
const copyOf = ({
  kind,
  include,
  siblings,
  texts,
  reply_to,
  with_payments,
  with_group,
}: Message): Values => ({
  ...{ kind, include, siblings, reply_to, with_payments, with_group },
  ...valuesOf({ texts }),
});

/**
 * Changes a draft, or a message that is planned: then in the caller's name, and only into what can be sent.
 *
 * @throws {AppError} edit_conflict, message_left, selection_empty, selection_too_large, selection_changed, invalid_fields
 */
export async function update(
  scope: Scope,
  id: string,
  { version, expected_mails, audience, ...change }: Body<'update'>,
): Promise<Message> {
  const current = await get(scope, id);
  if (current.state !== 'draft' && current.state !== 'planned') throw new AppError('message_left');
  const planned = current.state === 'planned';
  if (planned && change.send_at === null) throw invalidFields([{ path: 'send_at', code: 'required' }]);
  await requireGroup(scope, change.group_id);
  const before = await readPlanned(scope, current);
  const isAuthor = current.author.account_id === scope.accountId;
  const values = {
    ...valuesOf(change),
    ...before?.values,
    ...(audience &&
      (await keepAudience(scope, planned ? await limitAudience(scope, audience) : audience, isAuthor))),
  };
  if (!(await updateMessage(scope, id, { states: [current.state], version }, values)))
    throw editConflict(await get(scope, id), contract.messages.update.reply);
  const changed = await get(scope, id);
  if (planned) await requireSendable(scope, changed);
  if (before) await takeOver(scope, before, changed, expected_mails);
  return changed;
}

/**
 * Deletes a draft, or a message that was called off.
 *
 * @throws {AppError} message_left
 */
export async function remove(scope: Scope, id: string): Promise<void> {
  await get(scope, id);
  if (!(await deleteMessage(scope, id, ['draft', 'cancelled']))) throw new AppError('message_left');
}

/** Fields as they are kept: of texts those languages alone that say something, of what is included each once. */
function valuesOf({
  texts,
  include,
  ...fields
}: Omit<Body<'update'>, 'version' | 'expected_mails' | 'audience'>): Values {
  const said = Object.entries(texts ?? {}).flatMap(([language, words]) =>
    words && (words.subject !== '' || words.body !== '') ? [[language, words] as const] : [],
  );
  return {
    ...(fields as Values),
    ...(texts && { texts: Object.fromEntries(said) }),
    ...(include && { include: [...new Set(include)] }),
  };
}

/** Refuses a group that is not in scope. */
async function requireGroup(scope: Scope, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select id from groups where organization_id = ${scope.organizationId} and id = ${id}`,
  );
  if (rows.length === 0) throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
}
