import { createFileRoute, redirect } from '@tanstack/react-router';
import { completeSignIn } from '../../lib/session/sign-in.ts';
import { safeRedirect } from '../routing/guard.ts';

/** Where the provider comes back to with a code. It shows nothing: it exchanges the code and goes on. */
export const Route = createFileRoute('/auth/callback')({
  beforeLoad: async () => {
    const href = await completeSignIn(window.location.href).then(
      (wanted) => safeRedirect(wanted) ?? '/dashboard',
      () => '/login?notice=sign_in_failed',
    );
    throw redirect({ href, replace: true });
  },
});
