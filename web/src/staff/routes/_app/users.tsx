import { createFileRoute } from '@tanstack/react-router';
import { parseListSearch } from '../../../lib/list-address.ts';
import { UsersPage } from '../../features/users/UsersPage.tsx';

export const Route = createFileRoute('/_app/users')({
  validateSearch: parseListSearch,
  component: UsersPage,
});
