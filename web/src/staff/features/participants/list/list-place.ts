import { linkOptions, type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { parseRosterSearch } from '../address.ts';

/** Id of the group whose roster is shown, or null for the organisation's list. */
export const ListPlace = createContext<string | null>(null);

/** Replaces the ways of `addressOf` where participants are opened beside another list. */
export const OtherList = createContext<((id: string | null) => NavigateOptions) | null>(null);

const quietly = { state: { keepFocus: true }, resetScroll: false } as const;

/** The address of a participant beside the list, or of the list alone; its filters stay. */
export function addressOf(groupId: string | null, id: string | null) {
  if (groupId !== null) {
    return linkOptions({
      to: '/groups/$group_id',
      params: { group_id: groupId },
      search: (now: object) => ({
        ...parseRosterSearch({ ...now }),
        tab: 'participants' as const,
        ...(id !== null && { participant: id }),
      }),
      ...quietly,
    });
  }
  return id === null
    ? linkOptions({ to: '/participants', search: true, ...quietly })
    : linkOptions({
        to: '/participants/$participant_id',
        params: { participant_id: id },
        search: true,
        ...quietly,
      });
}

/** The open participant by the address, whichever list they are beside. */
export const openParticipant = ({ pathname, search }: { pathname: string; search: object }) =>
  [pathname, 'participant' in search && search.participant, 'tab' in search && search.tab].join(' ');

/** Goes on to another participant beside the list, or closes it with null: no step that "back" would have to undo one by one. */
export function useOpenParticipant(): (id: string | null) => void {
  const groupId = use(ListPlace);
  const other = use(OtherList);
  const navigate = useNavigate();
  return (id) => void navigate({ ...(other?.(id) ?? addressOf(groupId, id)), replace: true });
}
