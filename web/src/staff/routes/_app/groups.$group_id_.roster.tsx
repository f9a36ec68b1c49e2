import { createFileRoute } from '@tanstack/react-router';
import { RosterPage } from '../../features/groups/RosterPage.tsx';
import { parseRosterAddress } from '../../features/groups/roster-address.ts';

export const Route = createFileRoute('/_app/groups/$group_id_/roster')({
  validateSearch: parseRosterAddress,
  component: RosterPage,
});
