import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_auth/login')({
  component: () => <ComingPage title="layout.titles.login" />,
});
