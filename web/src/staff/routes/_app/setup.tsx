import { createFileRoute } from '@tanstack/react-router';
import { parseSetupSearch } from '../../features/setup/address.ts';
import { SetupPage } from '../../features/setup/SetupPage.tsx';

export const Route = createFileRoute('/_app/setup')({
  validateSearch: parseSetupSearch,
  component: SetupPage,
});
