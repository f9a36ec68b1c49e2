import { memberRoles } from '@vpisnik/contract/users';
import { idsIn, wordsIn } from '../../../lib/address.ts';
import { type ListSearch, parseListSearch } from '../../../lib/list-address.ts';
import { useAddress } from '../../routing/use-address.ts';

export type MemberRole = (typeof memberRoles)[number];

/** Address of the users' list: search, role filter, and the user open in the sheet (`new` for an invitation). */
export type UsersSearch = ListSearch & { role?: MemberRole; edit?: string };

/** Reads an address, however it was typed. */
export function parseUsersSearch(search: Record<string, unknown>): UsersSearch {
  const role = wordsIn(search.role, memberRoles)?.[0];
  const edit = search.edit === 'new' ? 'new' : idsIn(search.edit)?.[0];
  return { ...parseListSearch(search), ...(role && { role }), ...(edit && { edit }) };
}

/** The address of the list, and how to change it. Opening a user is a history step that "back" undoes. */
export const useUsersAddress = () => useAddress(parseUsersSearch);
