import { createFileRoute } from '@tanstack/react-router';
import { searchIn } from '../../../lib/address.ts';
import { OrganizationsPage } from '../../features/organizations/OrganizationsPage.tsx';

export const Route = createFileRoute('/_app/organizations')({
  validateSearch: (given: Record<string, unknown>): { search?: string } => {
    const search = searchIn(given.search);
    return search ? { search } : {};
  },
  component: OrganizationsPage,
});
