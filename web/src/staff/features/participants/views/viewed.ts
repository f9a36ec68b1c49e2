import type { SavedView, ViewedList } from '@vpisnik/contract/saved-views';
import { isOrdered } from '../../../../ui/columns/order.ts';
import type { SavedSort } from './queries.ts';

/** The part of a list's address that views are about. */
export type ViewSearch = { view?: string; sort?: string; columns?: string[]; participant?: string };

/** A list that has views, and how its address says them. */
export type Viewed<Search extends ViewSearch> = {
  list: ViewedList;
  /** The order of the list at first. */
  sort: SavedSort;
  /** Columns of a list that nobody has changed. */
  usual: readonly string[];
  parse: (search: Record<string, unknown>) => Search;
  filtersOf: (search: Search) => object;
};

/**
 * The address that shows a view: its filters, order and columns, so that they can be changed from there. A view without
 * columns of its own has the usual ones: it looks alike to everyone, whatever their account shows.
 */
export const searchOf = <Search extends ViewSearch>(
  { parse, usual }: Viewed<Search>,
  { id, filters, sort, columns }: SavedView,
): Search => parse({ ...filters, sort, columns: columns ?? [...usual], view: id });

/** What a view keeps of a list. */
export const viewOf = <Search extends ViewSearch>(
  { filtersOf, sort }: Viewed<Search>,
  search: Search,
  columns: string[],
) => ({ filters: filtersOf(search), sort: (search.sort as SavedSort | undefined) ?? sort, columns });

/** The one who is open beside a list is no part of a view; the order counts only in columns that are marked as ordered. */
const parts = ({ view: _, participant: __, ...search }: ViewSearch) =>
  JSON.stringify(
    Object.entries(search)
      .map(([name, value]) => [name, Array.isArray(value) && !isOrdered(value) ? value.toSorted() : value])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  );

/** Whether a list shows something else than the view that it was opened with. */
export const isChanged = <Search extends ViewSearch>(
  of: Viewed<Search>,
  search: Search,
  view: SavedView,
): boolean => parts(search) !== parts(searchOf(of, view));

/** Whether an address names a view and nothing else, as a link to it does. */
export const isLink = ({ view, ...rest }: ViewSearch): boolean =>
  view !== undefined && Object.keys(rest).length === 0;
