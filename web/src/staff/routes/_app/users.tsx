import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/users')({
  component: () => <ComingPage title="modules.user.users" />,
});
