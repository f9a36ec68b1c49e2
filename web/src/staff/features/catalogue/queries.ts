import { type InfiniteData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type ListSearch, queryOf } from '../../../lib/list-address.ts';
import { type ListCall, pagesQuery } from '../../../lib/pages-query.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import { moved, type Side } from '../../../ui/table/DragHandle.tsx';

/** A noun of the catalogue, as messages call it. */
export type CatalogueNoun = 'category' | 'location' | 'form_field';

/** Common fields of catalogue rows. */
export type CatalogueRow = {
  id: string;
  version: number;
  active: boolean;
  groups_count: number;
  updated_at: string;
};

type Filters = { search?: string; active?: 'true' | 'false' };
type OneInput = { params: { id: string } };

/** The calls of a noun of the catalogue; the client's own, `api.categories` for instance. */
export type CatalogueCalls<Row> = {
  list: ListCall<Row, Filters>;
  get: ((input: OneInput, init?: RequestInit) => Promise<Row>) & {
    key: (input?: OneInput) => readonly unknown[];
  };
  setStatus: (input: OneInput & { body: { active: boolean } }) => Promise<Row>;
  move: (input: OneInput & { body: { to: string; side: 'before' | 'after' } }) => Promise<unknown>;
  remove: (input: OneInput) => Promise<unknown>;
};

/** A catalogue page by page, in its own order. */
export const catalogueListQuery = <Row>(calls: CatalogueCalls<Row>, search: ListSearch) =>
  pagesQuery<Row, Filters>(calls.list, queryOf(search));

/** Total number of rows. */
export const catalogueCountQuery = <Row>(calls: CatalogueCalls<Row>) =>
  queryOptions({
    queryKey: [...calls.list.key(), 'count'],
    queryFn: async ({ signal }) =>
      (await calls.list({ query: { limit: 1, with_total: 'true' } }, { signal })).total ?? 0,
  });

/** One row for its form; never cached, since the form's initial values must be fresh. */
export const catalogueRowQuery = <Row>(calls: CatalogueCalls<Row>, id: string) =>
  queryOptions({
    queryKey: [...calls.get.key({ params: { id } }), 'form'],
    queryFn: ({ signal }) => calls.get({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Puts a row from a call's answer into the cache. */
export function rememberRow<Row extends CatalogueRow>(
  queryClient: QueryClient,
  calls: CatalogueCalls<Row>,
  row: Row,
): void {
  queryClient.setQueryData(calls.get.key({ params: { id: row.id } }), row);
}

type Pages<Row> = InfiniteData<{ results: Row[]; total?: number | undefined }>;

/** A row of the catalogue and where it is put: directly before or after another one. */
export type Placing = { id: string; to: string; side: Side };

/**
 * Shows a row at its new place before the server has answered.
 *
 * @returns the row with its new place, counted from 1, and the number of rows; undefined when it stays where it is
 */
export function rememberPlacing<Row extends CatalogueRow>(
  queryClient: QueryClient,
  calls: CatalogueCalls<Row>,
  placing: Placing,
): { row: Row; place: number; count: number } | undefined {
  const { queryKey } = catalogueListQuery(calls, {});
  const pages = queryClient.getQueryData<Pages<Row>>(queryKey);
  if (!pages) return undefined;
  void queryClient.cancelQueries({ queryKey });
  const before = pages.pages.flatMap((page) => page.results);
  const after = [...moved(before, (row) => row.id, placing)];
  const at = after.findIndex(({ id }) => id === placing.id);
  const row = after[at];
  if (!row || before[at]?.id === placing.id) return undefined;
  const resized = pages.pages.map((page) => ({ ...page, results: after.splice(0, page.results.length) }));
  queryClient.setQueryData<Pages<Row>>(queryKey, { ...pages, pages: resized });
  return { row, place: at + 1, count: pages.pages.at(-1)?.total ?? before.length };
}

/** Has the lists that show the catalogue fetched anew, also those of groups. */
export function useRefreshCatalogue(calls: { list: { key: () => readonly unknown[] } }): () => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
    await queryClient.invalidateQueries({ queryKey: calls.list.key() });
  };
}

export type Catalogue<Row> = {
  noun: CatalogueNoun;
  calls: CatalogueCalls<Row>;
  nameOf: (row: Row, locale: Locale) => string;
  /** More items of a row's menu, after "edit". */
  menuItems?: (row: Row) => ReactNode;
};

const CatalogueContext = createContext<Catalogue<unknown> | null>(null);

/** Provides the catalogue to its cells and sheet. */
export const CatalogueProvider = CatalogueContext.Provider;

/** The catalogue that is shown; the caller knows its rows. */
export function useCatalogue<Row>(): Catalogue<Row> {
  const catalogue = use(CatalogueContext);
  if (!catalogue) throw new Error('useCatalogue needs a CatalogueProvider above it');
  return catalogue as Catalogue<Row>;
}
