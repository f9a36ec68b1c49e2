import { useEffect, useRef } from 'react';

/** Whoever uses the arrows for something of their own. */
const own = 'input, textarea, select, [role="radio"], [role="menu"], [role="dialog"], [contenteditable]';

/** Left and right arrows, wherever nothing else uses them: -1 and 1. */
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
