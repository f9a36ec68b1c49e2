import { createFileRoute } from '@tanstack/react-router';
import { parseFilters } from '../../features/groups/filters.ts';
import { GroupsPage } from '../../features/groups/list/GroupsPage.tsx';

export const Route = createFileRoute('/_app/groups/')({
  validateSearch: parseFilters,
  component: GroupsPage,
});
