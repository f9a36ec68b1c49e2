import { useEffect, useState } from 'react';
import { giveBackSoon, pathOfFocus } from '../focus-return.ts';

/**
 * Gives the focus back to what opened a sheet or dialog, or to the heading above it if that was deleted. The library does so
 * only when that is closed before it goes.
 */
export function useFocusReturn(): void {
  const [path] = useState(pathOfFocus);
  useEffect(() => () => giveBackSoon(path), [path]);
}

/** `useFocusReturn` for a dialog that its page always holds: among what is in it only while it is open. */
export function FocusReturn(): null {
  useFocusReturn();
  return null;
}
