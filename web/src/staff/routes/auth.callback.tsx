import { createFileRoute, redirect } from '@tanstack/react-router';
import { page } from '../../lib/session/page.ts';
import { safeRedirect } from '../routing/guard.ts';

/** The provider's callback. Shows nothing: exchanges the code and redirects. */
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
