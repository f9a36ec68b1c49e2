import type { Transaction } from './oauth.ts';

/** A sign-in that this tab has begun, until the provider answers. */
export type Pending = Transaction & { redirect?: string };

/** Its name in this tab's memory. */
export const PENDING = 'vpisnik.sign-in';

/** Target path of a sign-in that this tab began and the provider refused; undefined if there was none. */
export function wantedBy(storage: Pick<Storage, 'getItem'>): string | undefined {
  const kept = storage.getItem(PENDING);
  return kept ? (JSON.parse(kept) as Pending).redirect : undefined;
}
