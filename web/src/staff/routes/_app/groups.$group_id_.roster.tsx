import { createFileRoute } from '@tanstack/react-router';
import { parsePrintSearch } from '../../features/groups/roster/address.ts';
import { RosterPrintPage } from '../../features/groups/roster/RosterPrintPage.tsx';

export const Route = createFileRoute('/_app/groups/$group_id_/roster')({
  validateSearch: parsePrintSearch,
  component: RosterPrintPage,
});
