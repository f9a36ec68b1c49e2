import { createFileRoute } from '@tanstack/react-router';
import { parseDashboardSearch } from '../../features/dashboard/address.ts';
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch: parseDashboardSearch,
  component: DashboardPage,
});
