import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/participants/$participant_id')({
  component: () => <ComingPage title="modules.participant.participants" />,
});
