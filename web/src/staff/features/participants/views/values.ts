import type { SavedView } from '@vpisnik/contract/saved-views';
import { filtersOf, type ParticipantsSearch, parseParticipantsSearch, usualColumns } from '../address.ts';

/** Views that every organisation has, by the key of their name. */
export const starterViews = {
  new: { status: ['pending'] },
  waiting: { status: ['waitlisted'], sort: 'waiting_position' },
  incomplete: { look: ['incomplete'] },
  debts: { payment: ['open'], columns: [...usualColumns, 'balance'] },
} satisfies Record<string, ParticipantsSearch>;
type StarterView = keyof typeof starterViews;
export const starterNames = Object.keys(starterViews) as StarterView[];

/**
 * The address that shows a view: its filters, order and columns, so that they can be changed from there. A view without
 * columns of its own has the usual ones: it looks alike to everyone, whatever their account shows.
 */
export function searchOf({ id, filters, sort, columns }: SavedView): ParticipantsSearch {
  return parseParticipantsSearch({ ...filters, sort, columns: columns ?? [...usualColumns], view: id });
}

/** What a view keeps of a list. */
export function viewOf(search: ParticipantsSearch, columns: string[]) {
  return { filters: filtersOf(search), sort: search.sort ?? ('-application_date' as const), columns };
}

const parts = ({ view: _, ...search }: ParticipantsSearch) =>
  JSON.stringify(
    Object.entries(search)
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  );

/** Whether a list shows something else than the view that it was opened with. */
export const isChanged = (search: ParticipantsSearch, view: SavedView): boolean =>
  parts(search) !== parts(searchOf(view));

/** Whether an address names a view and nothing else, as a link to it does. */
export const isLink = ({ view, ...rest }: ParticipantsSearch): boolean =>
  view !== undefined && Object.keys(rest).length === 0;
