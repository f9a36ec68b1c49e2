import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import type { Selection } from '../../../../ui/table/DataTable.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { ParticipantFilters, ParticipantsSearch } from '../address.ts';
import { type Chosen, changed, filterOf, nobody, shownOf } from './chosen.ts';

// what only a choice needs is one file, which comes after the list
const ChoosingPart = onDemand(async () => (await import('./ChoosingPart.tsx')).ChoosingPart);

/** Milliseconds after which that is fetched. */
const AHEAD = 2_000;

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

/** A choice among the participants of a list, and what it is made from. */
export type Choice = Pick<ChoosingOptions, 'filters' | 'groupId' | 'columns' | 'isReviewing'> & {
  chosen: Chosen;
  choose: (next: Chosen) => void;
  filter: ParticipantFilters;
  selection: Selection;
  /** The ids of the rows on the screen. */
  shown: readonly string[];
  last: Page | undefined;
  /** Receives the keys that are pressed in the table. */
  keys: RefObject<((event: KeyboardEvent<HTMLTableElement>) => void) | undefined>;
};

/** `note` stands on top of the table's card, `bar` below it, `jobs` above the list. */
export type Place = 'note' | 'bar' | 'jobs';

/**
 * Choosing among the participants of a list, and what can be done with those chosen; only for those who may do something
 * with them. Another filter clears the choice.
 */
export function useChoosing({ pages = [], filters, groupId, columns, isReviewing }: ChoosingOptions): {
  selection?: Selection;
} & { [One in Place]?: ReactNode } {
  const may = useMay('participants.manage');
  const filter = filterOf(filters, groupId);
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState({ key, chosen: nobody });
  const chosen = kept.key === key ? kept.chosen : nobody;
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, AHEAD, true);
    return () => clearTimeout(timer);
  }, []);
  const keys: Choice['keys'] = useRef(undefined);
  if (!may) return {};
  const rows = pages.flatMap(({ results }) => results);
  const shown = rows.map(({ id }) => id);
  const choose = (next: Chosen) => setKept({ key, chosen: next });
  const selection: Selection = {
    selected: shownOf(chosen, shown),
    onChange: (next) => choose(changed(chosen, shown, next)),
    nameOf: (id) => rows.find((row) => row.id === id)?.name ?? '',
    onKeyDown: (event) => keys.current?.(event),
  };
  const choice = { chosen, choose, filters, filter, groupId, columns, isReviewing, selection, shown, keys };
  const part = (place: Place) =>
    (isLater || chosen !== nobody) && <ChoosingPart place={place} last={pages.at(-1)} {...choice} />;
  return { selection, note: part('note'), bar: part('bar'), jobs: part('jobs') };
}
