import type { Notice } from '@vpisnik/contract/rules/installation';
import { useSyncExternalStore } from 'react';

/** What the operator tells everybody, as this page heard it last. It stays when its person signs out: it is everybody's. */
let notice: Notice | null = null;
/** Whether it came from the API; what the document had may be as old as the document. */
let isTold = false;
let asking: Promise<void> | undefined;
let read: (() => Promise<Notice | null>) | undefined;
const listeners = new Set<() => void>();

function set(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/**
 * Begins with what stood in the document.
 *
 * @param ask reads the notice anew
 */
export function followNotice(first: Notice | null, ask: () => Promise<Notice | null>): void {
  set(first);
  read = ask;
}

/** Takes in the notice as the API told it. */
export function takeNotice(told: Notice | null): void {
  isTold = true;
  if (told?.version !== notice?.version) set(told);
}

/**
 * Hears of which version answers of the API speak, and reads another one than this page shows; of an older one speaks a server that
 * does not know the newer one yet.
 *
 * @param version null: there is no notice
 */
export function hearNotice(version: string | null): void {
  const known = notice ? notice.version : 0;
  const isSame = version === null ? notice === null : Number(version) <= known;
  if (!isTold || isSame || asking) return;
  asking = read?.()
    .then(takeNotice, () => {})
    .finally(() => {
      asking = undefined;
    });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The notice; null where there is none. */
export const useNotice = (): Notice | null => useSyncExternalStore(subscribe, () => notice);
