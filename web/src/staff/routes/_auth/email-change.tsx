import { createFileRoute, useLocation } from '@tanstack/react-router';
import { codeOf } from '../../features/sign-in/code-of.ts';
import { EmailChangePage } from '../../features/sign-in/EmailChangePage.tsx';

export const Route = createFileRoute('/_auth/email-change')({ component: EmailChange });

function EmailChange() {
  const hash = useLocation({ select: (location) => location.hash });
  return <EmailChangePage key={hash} code={codeOf(hash)} />;
}
