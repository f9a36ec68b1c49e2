import { useEffect, useRef } from 'react';

/** Elements that handle arrow keys themselves. */
const own = 'input, textarea, select, [role="radio"], [role="menu"], [role="dialog"], [contenteditable]';

/** Calls `onArrow` with -1 and 1 for the left and right arrow keys, unless the focused element handles them itself. */
export function useArrowKeys(onArrow: (direction: -1 | 1) => void): void {
  const latest = useRef(onArrow);
  latest.current = onArrow;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(own)) return;
      latest.current(event.key === 'ArrowLeft' ? -1 : 1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
