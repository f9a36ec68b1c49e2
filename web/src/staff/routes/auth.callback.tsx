import { createFileRoute, redirect } from '@tanstack/react-router';
import { page } from '../../lib/session/page.ts';
import { safeRedirect } from '../routing/guard.ts';

/** Where the provider comes back to with a code. It shows nothing: it exchanges the code and goes on. */
export const Route = createFileRoute('/auth/callback')({
  beforeLoad: async () => {
    const href = await page()
      .complete(window.location.href)
      .then(
        // who is signed in is led on from there to where they begin
        (wanted) => safeRedirect(wanted) ?? '/login',
        () => '/login?notice=sign_in_failed',
      );
    throw redirect({ href, replace: true });
  },
});
