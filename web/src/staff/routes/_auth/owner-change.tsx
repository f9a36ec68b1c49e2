import { createFileRoute } from '@tanstack/react-router';
import { OwnerChangePage } from '../../features/sign-in/links/OwnerChangePage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';

export const Route = createFileRoute('/_auth/owner-change')({ component: OwnerChange });

function OwnerChange() {
  const code = useLinkCode();
  return <OwnerChangePage key={code} code={code} />;
}
