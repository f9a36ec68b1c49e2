import { createFileRoute } from '@tanstack/react-router';
import { OwnerChangePage } from '../../features/sign-in/OwnerChangePage.tsx';
import { useLinkCode } from '../../features/sign-in/use-link-code.ts';

export const Route = createFileRoute('/_auth/owner-change')({ component: OwnerChange });

function OwnerChange() {
  const code = useLinkCode();
  return <OwnerChangePage key={code} code={code} />;
}
