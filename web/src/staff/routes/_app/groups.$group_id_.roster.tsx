import { createFileRoute } from '@tanstack/react-router';
import { RosterPage } from '../../features/groups/roster/RosterPage.tsx';
import { parseRosterAddress } from '../../features/groups/roster/roster-address.ts';

export const Route = createFileRoute('/_app/groups/$group_id_/roster')({
  validateSearch: parseRosterAddress,
  component: RosterPage,
});
