import type { ComponentProps } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { whenOpened } from '../../../ui/dialog/on-demand.tsx';
import type { SignInAgain as Dialog } from './SignInAgain.tsx';

const SignInAgain = whenOpened<ComponentProps<typeof Dialog>>(
  async () => (await import('./SignInAgain.tsx')).SignInAgain,
);

/**
 * Dialog to sign in again when the session has ended during an edit. The edit stays in the page's memory (a group's in its
 * draft too), blurred behind the dialog, until the same user is back; another user's sign-in discards it.
 */
export function LapsedSession(props: Omit<ComponentProps<typeof Dialog>, 'opened'>) {
  const { user, lapsed = false } = useSession();
  return <SignInAgain opened={lapsed && user !== null} {...props} />;
}
