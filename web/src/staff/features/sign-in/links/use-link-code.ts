import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The code of the mailed link that the page was opened with; undefined when it has none. It stands behind `#`, so that
 * it reaches no server log on the way, and stays while the page is being left.
 */
export function useLinkCode(): string | undefined {
  const { pathname, hash } = useLocation();
  const [opened, reopen] = useState({ pathname, hash });
  if (pathname === opened.pathname && hash !== opened.hash) reopen({ pathname, hash });
  return new URLSearchParams(opened.hash.replace(/^#/, '')).get('code') || undefined;
}
