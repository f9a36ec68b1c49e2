import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { viewsQuery } from './queries.ts';
import { isLink, searchOf, type Viewed, type ViewSearch } from './viewed.ts';

/**
 * A link to a view names nothing else: its filters, order and columns come into the address. It has columns from then on, so
 * that this happens once and changes of the user stay.
 */
export function useLinkedView<Search extends ViewSearch>(
  of: Viewed<Search>,
  search: Search,
  goTo: (search: Search) => unknown,
): void {
  const isLinked = isLink(search);
  const { data } = useQuery({ ...viewsQuery(useApi()), enabled: isLinked });
  const view = isLinked
    ? data?.results.find(({ id, list }) => id === search.view && list === of.list)
    : undefined;
  const target = view && searchOf(of, view);
  const open = useEffectEvent(() => {
    if (target) void goTo(target);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a link and what it leads to
  useEffect(open, [search.view, view?.version]);
}
