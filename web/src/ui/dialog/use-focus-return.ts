import { useEffect, useState } from 'react';

/** Gives the focus back to what opened a sheet or dialog. The library does so only when that is closed before it goes. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
