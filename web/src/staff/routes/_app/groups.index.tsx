import { createFileRoute } from '@tanstack/react-router';
import { parseGroupsSearch } from '../../features/groups/address.ts';
import { GroupsPage } from '../../features/groups/list/GroupsPage.tsx';

export const Route = createFileRoute('/_app/groups/')({
  validateSearch: parseGroupsSearch,
  component: GroupsPage,
});
