import { createFileRoute } from '@tanstack/react-router';
import { parseUseSearch } from '../../features/organizations/use/address.ts';
import { UsePage } from '../../features/organizations/use/UsePage.tsx';

export const Route = createFileRoute('/_app/organizations_/use')({
  validateSearch: parseUseSearch,
  component: UsePage,
});
