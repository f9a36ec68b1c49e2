import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/participants/account/AccountPage.tsx';

export const Route = createFileRoute('/_app/participants_/$participant_id/account')({
  component: Page,
});

function Page() {
  const { participant_id } = Route.useParams();
  return <AccountPage key={participant_id} id={participant_id} />;
}
