import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/dashboard')({
  component: () => <ComingPage title="layout.default_authenticated.dashboard" />,
});
