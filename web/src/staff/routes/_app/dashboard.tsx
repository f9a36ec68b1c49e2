import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';
import { parseDashboardSearch } from '../../features/dashboard/week.ts';

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch: parseDashboardSearch,
  component: DashboardPage,
});
