import { createFileRoute } from '@tanstack/react-router';
import { parseOrganizationsSearch } from '../../features/organizations/address.ts';
import { OrganizationsPage } from '../../features/organizations/OrganizationsPage.tsx';

export const Route = createFileRoute('/_app/organizations')({
  validateSearch: parseOrganizationsSearch,
  component: OrganizationsPage,
});
