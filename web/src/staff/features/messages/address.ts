import { type OutboxView, outboxViews } from '@vpisnik/contract/rules/mails';

/** Views of the messages that people wrote; absent: all of them. */
export const messageViews = ['drafts', 'planned', 'sent'] as const;
export type MessageView = (typeof messageViews)[number];

/** Address of the messages: all that were written, some of them, or a view of the outbox. */
export type MessagesSearch = { view?: MessageView | OutboxView };

/** Reads the view of an address; drops an invalid one. */
export function parseMessagesSearch({ view }: Record<string, unknown>): MessagesSearch {
  const known = [...messageViews, ...outboxViews].find((one) => one === view);
  return known ? { view: known } : {};
}

/** Whether a view is one of the outbox. */
export const isOutbox = (view: MessagesSearch['view']): view is OutboxView =>
  outboxViews.some((one) => one === view);
