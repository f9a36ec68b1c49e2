import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/groups/$group_id')({
  component: () => <ComingPage title="modules.group.groups" />,
});
