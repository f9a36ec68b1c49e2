import { contract } from '@vpisnik/contract/contract';
import type { Message } from '@vpisnik/contract/messages';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { asOther, type Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { audienceOf, keepLimited, readGroups, readReach } from './audience.ts';
import { recordMessage, sentBy, type Values } from './queries.ts';

/** A planned message before another person than its sender changes it. */
export type Planned = {
  message: Message;
  /** What tells the people whom its sender reaches from any others; undefined if they may not send it any more. */
  people: string | undefined;
  /** What taking it over changes of it: it leaves in the caller's name, to people of the caller's groups. */
  values: Values;
};

/** A planned message whose change makes it the caller's; null for a draft, and for who sends it already. */
export async function readPlanned(scope: Scope, message: Message): Promise<Planned | null> {
  const { state, sender } = message;
  if (state !== 'planned' || sender === null || sender.account_id === scope.accountId) return null;
  const rank = permissions['participants.manage'];
  const reach = await asOther(scope, sender.account_id, rank, (other) => readReach(other, message));
  const selection = audienceOf(message);
  const groups = selection ? (await readGroups(scope, selection)).groups : [];
  const values = {
    ...sentBy(scope),
    ...(await keepLimited(scope, message)),
    ...(groups.length > 0 && { group_ids: groups }),
  };
  return { message, people: reach?.people, values };
}

/**
 * Refuses to take a message over that would reach others than whom its sender reaches, unless the caller says how many mails
 * it is then: the number of mails is the one that was shown to the sender. Writes down who took it over.
 *
 * @param changed as it is with the change
 * @throws {AppError} selection_changed (with the number, and the message before the change), selection_empty
 */
export async function takeOver(
  scope: Scope,
  { message, people }: Planned,
  changed: Message,
  expected_mails: number | undefined,
): Promise<void> {
  const reach = await readReach(scope, changed);
  if (reach.mails === 0) throw new AppError('selection_empty');
  const isShown = expected_mails === undefined ? reach.people === people : reach.mails === expected_mails;
  if (!isShown) {
    const current = contract.messages.update.reply.parse(message);
    throw new AppError('selection_changed', { count: reach.mails, current });
  }
  const { send_at } = changed;
  await recordMessage(scope, 'message_planned', changed, { mails: reach.mails, send_at });
}
