import { type OutboxView, outboxViews } from '@vpisnik/contract/rules/mails';

/** Address of the outbox: what waits, unless it says otherwise. */
export type MessagesSearch = { view?: Exclude<OutboxView, 'waiting'> };

/** Reads the view of an address; drops an invalid one. */
export function parseMessagesSearch({ view }: Record<string, unknown>): MessagesSearch {
  const known = outboxViews.find((one) => one === view);
  return known && known !== 'waiting' ? { view: known } : {};
}
