import { useEffect, useState } from 'react';
import { draftsOf, readDraft } from '../../../../lib/form/drafts.ts';

/** Which draft this tab works on: a reload finds its own again, whatever other tabs have. */
const own = 'vpisnik.new-group';
/** Milliseconds in which a page of this tab that was just left lets its draft go; another tab keeps its own. */
const leaving = 1000;

type Held = { key: string; letGo: () => void };

/**
 * Where this tab keeps its new thing: what it kept before, else the latest that no open tab works on, else anew. No
 * other tab gets the same place as long as this one holds it.
 *
 * @param thing the key that all drafts of new ones begin with
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

/** Where the draft of a new group is kept, one for each tab; null until that is known. */
export function useNewDraft(thing: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  // whose session ends meanwhile comes back to the same one
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
