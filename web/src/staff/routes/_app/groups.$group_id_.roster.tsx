import { createFileRoute } from '@tanstack/react-router';
import { parsePrintSearch } from '../../features/groups/roster/address.ts';
import { RosterPage } from '../../features/groups/roster/RosterPage.tsx';

export const Route = createFileRoute('/_app/groups/$group_id_/roster')({
  validateSearch: parsePrintSearch,
  component: RosterPage,
});
