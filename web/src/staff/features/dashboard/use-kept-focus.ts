import { useEffectEvent, useLayoutEffect } from 'react';
import { focusHeading } from '../../../ui/focus-heading.ts';

/** The session whose menu goes with the focus on it, until the changed calendar is there. */
let leaving: string | null = null;

const buttonOf = (key: string) => document.querySelector<HTMLElement>(`[data-session="${key}"]`);

/**
 * Keeps the focus on a session's menu, the element with `data-session`, when the session comes to another day; it goes to the
 * page's heading when the session is gone from the calendar.
 *
 * @param isUsed whether the menu was opened, so that a sheet that is just closing is about to give the focus back to it
 */
export function useKeptFocus(key: string, isUsed: boolean): void {
  const leave = useEffectEvent(() => {
    const now = document.activeElement;
    if (now !== buttonOf(key) && !(isUsed && now === document.body)) return;
    leaving = key;
    focusHeading();
    // the new place of the session comes in the same rendering
    queueMicrotask(() => {
      leaving = null;
    });
  });
  useLayoutEffect(() => {
    if (leaving === key) buttonOf(key)?.focus();
    return () => leave();
  }, [key]);
}
