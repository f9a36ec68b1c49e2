import { type OutboxView, outboxViews } from '@vpisnik/contract/rules/mails';

/** Address of the queue: what waits, unless it says otherwise. */
export type MailQueueSearch = { view?: Exclude<OutboxView, 'waiting'> };

/** Reads the view of an address; drops an invalid one. */
export function parseMailQueueSearch({ view }: Record<string, unknown>): MailQueueSearch {
  const known = outboxViews.find((one) => one === view);
  return known && known !== 'waiting' ? { view: known } : {};
}
