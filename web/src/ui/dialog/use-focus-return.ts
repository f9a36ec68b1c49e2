import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what opened a sheet or dialog, or to the heading above it if that was deleted. The library does so
 * only when that is closed before it goes.
 */
export function useFocusReturn(): void {
  const [path] = useState(pathOfOpener);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (isLost) giveBack(path);
      });
    },
    [path],
  );
}

/** `useFocusReturn` for a dialog that its page always holds: among what is in it only while it is open. */
export function FocusReturn(): null {
  useFocusReturn();
  return null;
}

/** The element that has the focus, with all that it stands in. */
function pathOfOpener(): Element[] {
  const path: Element[] = [];
  for (let one = document.activeElement; one; one = one.parentElement) path.push(one);
  return path;
}

function giveBack([opener, ...around]: Element[]): void {
  const part = around.find((one) => one.isConnected && one.querySelector('h1, h2, h3'));
  const target = opener?.isConnected ? opener : part?.querySelector('h1, h2, h3');
  if (target !== opener) target?.setAttribute('tabindex', '-1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
