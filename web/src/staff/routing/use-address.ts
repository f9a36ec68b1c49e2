import { useNavigate, useSearch } from '@tanstack/react-router';
import { changedSearch } from '../../lib/list-address.ts';

/** Change of an address; `undefined` removes a part. */
export type AddressChange<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** A change, or what makes it of the newest address, which may not be shown yet. */
type Made<Search, Result> = Result | ((now: Search) => Result);

type Step = { replace?: boolean };

/**
 * Address as `parse` reads it, and functions to change or replace it. The router's own answer also has the parts that a
 * route's `validateSearch` drops, so it must not go to the API.
 */
export function useAddress<Search extends object>(parse: (search: Record<string, unknown>) => Search) {
  const address = parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const turn = (next: (now: Search) => Search, { replace = true }: Step) =>
    navigate({
      to: '.',
      search: (now: object) => next(parse({ ...now })),
      replace,
      resetScroll: false,
      state: { keepFocus: true },
    });
  return {
    address,
    go: (change: Made<Search, AddressChange<Search>>, step: Step = {}) =>
      turn((now) => changedSearch(now, typeof change === 'function' ? change(now) : change), step),
    set: (search: Made<Search, Search>, step: Step = {}) =>
      turn((now) => (typeof search === 'function' ? search(now) : search), step),
  };
}
