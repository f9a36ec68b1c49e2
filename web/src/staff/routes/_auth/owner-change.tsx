import { createFileRoute, useLocation } from '@tanstack/react-router';
import { codeOf } from '../../features/sign-in/code-of.ts';
import { OwnerChangePage } from '../../features/sign-in/OwnerChangePage.tsx';

export const Route = createFileRoute('/_auth/owner-change')({ component: OwnerChange });

function OwnerChange() {
  const hash = useLocation({ select: (location) => location.hash });
  return <OwnerChangePage key={hash} code={codeOf(hash)} />;
}
