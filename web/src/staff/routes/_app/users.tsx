import { createFileRoute } from '@tanstack/react-router';
import { parseUsersSearch } from '../../features/users/address.ts';
import { UsersPage } from '../../features/users/UsersPage.tsx';

export const Route = createFileRoute('/_app/users')({
  validateSearch: parseUsersSearch,
  component: UsersPage,
});
