import { type OutboxView, outboxViews } from '@vpisnik/contract/rules/mails';
import { searchIn } from '../../../lib/address.ts';

/** Views of the messages that people wrote; absent: all of them. */
export const messageViews = ['drafts', 'planned', 'sent'] as const;
export type MessageView = (typeof messageViews)[number];

/** Address of the messages: all that were written, some of them, or a view of the outbox; the search is of written ones. */
export type MessagesSearch = { view?: MessageView | OutboxView; search?: string };

/** Reads an address; drops invalid parts. */
export function parseMessagesSearch({ view, search }: Record<string, unknown>): MessagesSearch {
  const known = [...messageViews, ...outboxViews].find((one) => one === view);
  const text = searchIn(search);
  return { ...(known && { view: known }), ...(text && !isOutbox(known) && { search: text }) };
}

/** Whether a view is one of the outbox. */
export const isOutbox = (view: MessagesSearch['view']): view is OutboxView =>
  outboxViews.some((one) => one === view);
