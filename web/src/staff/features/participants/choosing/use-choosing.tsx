import type { ParticipantSummary } from '@vpisnik/contract/participants';
import type { ReactNode } from 'react';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import type { Selection } from '../../../../ui/table/DataTable.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { ParticipantFilters, ParticipantsSearch } from '../address.ts';
import { filterOf } from './chosen.ts';
import { type Choice, type Place, useChoice } from './use-choice.ts';

// what only a choice needs is one file, which comes after the list
const ChoosingPart = onDemand(async () => (await import('./ChoosingPart.tsx')).ChoosingPart);

type Page = { results: ParticipantSummary[]; total?: number | undefined; as_of?: string | undefined };

type ChoosingOptions = {
  pages: readonly Page[] | undefined;
  filters: ParticipantsSearch;
  /** The group whose roster it is; null for all participants. */
  groupId: string | null;
  /** Ids of the columns on the screen. */
  columns: readonly string[];
  /** A participant is open, whose letters decide about that one. */
  isReviewing: boolean;
};

/** A choice among the participants of a list. */
export type PeopleChoice = Omit<ChoosingOptions, 'pages'> & Choice & { filter: ParticipantFilters };

/**
 * Choosing among the participants of a list, and what can be done with those chosen; only for those who may do something
 * with them. Another filter clears the choice.
 */
export function useChoosing({ pages, ...list }: ChoosingOptions): {
  selection?: Selection;
} & { [One in Place]?: ReactNode } {
  const may = useMay('participants.manage');
  const filter = filterOf(list.filters, list.groupId);
  const { isWanted, ...choice } = useChoice({ pages, filter, nameOf: ({ name }) => name });
  if (!may) return {};
  const part = (place: Place) =>
    isWanted && <ChoosingPart place={place} filter={filter} {...list} {...choice} />;
  return { selection: choice.selection, note: part('note'), bar: part('bar'), jobs: part('jobs') };
}
