const KEY = 'vpisnik.single-keys';

let off: boolean | undefined;
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

/**
 * Whether shortcuts of a single key work in this browser. They can be switched off, since speech input and unsteady hands
 * trigger them by accident (WCAG 2.1.4); shortcuts with Ctrl or ⌘ always work.
 */
export const singleKeys = {
  get: (): boolean => {
    off ??= read();
    return !off;
  },
  set(on: boolean): void {
    off = !on;
    try {
      if (on) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // a browser that refuses storage remembers until the page is left
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';
const busy = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Whether a single key belongs to what has the focus, or to something that is open over the page.
 *
 * @param owner the part that listens; a sheet that it is in itself takes no key from it
 */
export function isTaken({ target }: Pick<KeyboardEvent, 'target'>, owner: Element | null = null): boolean {
  const element = target instanceof Element ? target : null;
  // a closed menu may stay in the page
  const isOver = (one: Element) => !one.contains(owner) && one.checkVisibility();
  return element?.closest(typing) != null || [...document.querySelectorAll(busy)].some(isOver);
}
