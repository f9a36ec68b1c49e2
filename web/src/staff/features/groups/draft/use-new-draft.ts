import { useEffect, useState } from 'react';
import { draftsOf, readDraft } from '../../../../lib/form/drafts.ts';

/** Session storage key that holds this tab's draft key, so that a reload finds its own draft again. */
const own = 'vpisnik.new-group';
/** Milliseconds to wait for the lock of this tab's draft, which a page just left may still hold. */
const leaving = 1000;

type Held = { key: string; letGo: () => void };

/**
 * Locks a draft for this tab: the one it had before, else the latest that no open tab has, else a new one. No other tab
 * gets it while this one holds the lock.
 *
 * @param thing prefix of the keys of all new drafts
 */
async function hold(thing: string): Promise<Held> {
  const mine = remembered();
  const known = mine?.startsWith(thing) && readDraft(mine) ? mine : null;
  const held =
    (known && (await take(known, { signal: AbortSignal.timeout(leaving) }))) || (await latest(thing));
  remember(held.key);
  return held;
}

async function latest(thing: string): Promise<Held> {
  for (const key of draftsOf(thing)) {
    const held = await take(key, { ifAvailable: true });
    // it may have been saved or thrown away by the tab that had it until now
    if (held && readDraft(key)) return held;
    held?.letGo();
  }
  const key = `${thing}.${crypto.randomUUID()}`;
  return (await take(key, { ifAvailable: true })) ?? { key, letGo: () => {} };
}

/** Takes a draft for this tab alone; null while another one has it. */
function take(key: string, options: LockOptions): Promise<Held | null> {
  return new Promise((resolve) => {
    const holding = (lock: Lock | null) =>
      new Promise<void>((letGo) => {
        resolve(lock && { key, letGo });
        if (!lock) letGo();
      });
    navigator.locks.request(key, options, holding).catch(() => resolve(null));
  });
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(own);
  } catch {
    return null;
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(own, key);
  } catch {
    // a reload finds the latest draft then
  }
}

/** Storage key of this tab's draft of a new group; null until it is locked. */
export function useNewDraft(thing: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  // keeps the first prefix: the end of a session changes the account in `thing`
  const [first] = useState(thing);
  useEffect(() => {
    let isOver = false;
    let letGo = () => {};
    void hold(first).then((held) => {
      if (isOver) return held.letGo();
      letGo = held.letGo;
      setKey(held.key);
    });
    return () => {
      isOver = true;
      letGo();
    };
  }, [first]);
  return key;
}
