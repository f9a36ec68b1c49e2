import { createFileRoute } from '@tanstack/react-router';
import { EmailChangePage } from '../../features/sign-in/links/EmailChangePage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';

export const Route = createFileRoute('/_auth/email-change')({ component: EmailChange });

function EmailChange() {
  const code = useLinkCode();
  return <EmailChangePage key={code} code={code} />;
}
