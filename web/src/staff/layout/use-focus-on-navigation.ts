import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '../../ui/focus-heading.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by a navigation that opens a part of the same screen and keeps the focus where it is. */
    keepFocus?: boolean;
    /** The e-mail address that was typed on the page before; addresses of people don't belong in a URL. */
    email?: string;
  }
}

/** Moves focus to the new page's main heading, so that a screen reader says where one is. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.state.keepFocus) return;
        focusHeading();
      }),
    [router],
  );
}
