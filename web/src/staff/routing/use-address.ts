import { useNavigate, useSearch } from '@tanstack/react-router';
import { changedSearch } from '../../lib/list-address.ts';

/** Change of an address; `undefined` removes a part. */
export type AddressChange<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

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
    go: (change: AddressChange<Search>, step: Step = {}) => turn((now) => changedSearch(now, change), step),
    set: (search: Search, step: Step = {}) => turn(() => search, step),
  };
}
