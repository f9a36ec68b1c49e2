import type { MouseEvent } from 'react';

/**
 * A button whose work is under way looks and says so, and does nothing; one that is `disabled` would lose the focus, and
 * with it Escape and the other keys of its dialog, also when the work has failed.
 */
export const waiting = (busy: boolean, onClick?: (event: MouseEvent) => void) =>
  busy ? { 'aria-disabled': true, 'data-disabled': true } : onClick && { onClick };
