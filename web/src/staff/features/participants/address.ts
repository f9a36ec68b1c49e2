import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import { flagIn, idsIn, searchIn, wordsIn } from '../../../lib/address.ts';

/** Address of a group's roster; unknown parts are dropped. */
export type RosterSearch = {
  search?: string;
  status?: ParticipantStatus[];
  /** Absent: the newest application first. */
  sort?: 'application_date' | 'name' | '-name';
};

/** Address of the list of all participants. */
export type ParticipantsSearch = RosterSearch & {
  group_id?: string[];
  /** Only those with a payment past its day. */
  overdue?: 'true';
};

/** Reads a roster's filters out of an address. */
export function parseRosterSearch(search: Record<string, unknown>): RosterSearch {
  const text = searchIn(search.search);
  const status = wordsIn(search.status, participantStatuses);
  const [sort] = wordsIn(search.sort, ['application_date', 'name', '-name']) ?? [];
  return { ...(text && { search: text }), ...(status && { status }), ...(sort && { sort }) };
}

/** Reads the filters of the list of participants out of an address. */
export function parseParticipantsSearch(search: Record<string, unknown>): ParticipantsSearch {
  const groups = idsIn(search.group_id);
  return {
    ...parseRosterSearch(search),
    ...(groups && { group_id: groups }),
    ...(flagIn(search.overdue) && { overdue: 'true' as const }),
  };
}

/** Whether anything narrows the list. */
export const isFiltered = ({ search, status, group_id, overdue }: ParticipantsSearch): boolean =>
  Boolean(search ?? status ?? group_id ?? overdue);
