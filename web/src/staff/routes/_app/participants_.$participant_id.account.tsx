import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/participants/account/AccountPage.tsx';
import { parseAccountSearch } from '../../features/participants/account/address.ts';

export const Route = createFileRoute('/_app/participants_/$participant_id/account')({
  validateSearch: parseAccountSearch,
  component: Page,
});

function Page() {
  const { participant_id } = Route.useParams();
  return <AccountPage key={participant_id} id={participant_id} />;
}
