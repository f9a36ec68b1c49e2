import { useNavigate, useSearch } from '@tanstack/react-router';
import { memberRoles } from '@vpisnik/contract/users';
import { idsIn, wordsIn } from '../../../lib/address.ts';
import { changedSearch, type ListSearch, parseListSearch } from '../../../lib/list-address.ts';

export type MemberRole = (typeof memberRoles)[number];

/** What the address of the staff says: what is searched for, and who is open in the sheet (`new` invites somebody). */
export type UsersSearch = ListSearch & { role?: MemberRole; edit?: string };

/** Reads an address, however it was typed. */
export function parseUsersSearch(search: Record<string, unknown>): UsersSearch {
  const role = wordsIn(search.role, memberRoles)?.[0];
  const edit = search.edit === 'new' ? 'new' : idsIn(search.edit)?.[0];
  return { ...parseListSearch(search), ...(role && { role }), ...(edit && { edit }) };
}

type Change = { [Name in keyof UsersSearch]?: UsersSearch[Name] | undefined };

/** The address of the list, and how to change it. Opening somebody is a step that "back" undoes. */
export function useUsersAddress() {
  const address = parseUsersSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: Change, { replace = true } = {}) =>
    navigate({
      to: '.',
      search: (now: object) => changedSearch(parseUsersSearch({ ...now }), change),
      replace,
      resetScroll: false,
      state: { keepFocus: true },
    });
  return { address, go };
}
