import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../../features/activity/ActivityPage.tsx';
import { parseActivitySearch } from '../../features/activity/address.ts';

export const Route = createFileRoute('/_app/activity')({
  validateSearch: parseActivitySearch,
  component: ActivityPage,
});
