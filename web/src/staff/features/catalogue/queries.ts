import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type ListSearch, queryOf } from '../../../lib/list-address.ts';
import { type ListCall, pagesQuery } from '../../../lib/pages-query.ts';
import type { Locale } from '../../../lib/text/locale.ts';

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
