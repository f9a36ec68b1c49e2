import { useNavigate, useSearch } from '@tanstack/react-router';
import { idsIn } from '../../../lib/address.ts';
import { changedSearch, type ListSearch, parseListSearch } from '../../../lib/list-address.ts';

/** What the address of a catalogue says: what is searched for, and which row is open in the sheet (`new` makes one). */
export type CatalogueSearch = ListSearch & { edit?: string };

/** Reads an address, however it was typed. */
export function parseCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const edit = search.edit === 'new' ? 'new' : idsIn(search.edit)?.[0];
  return { ...parseListSearch(search), ...(edit && { edit }) };
}

type Change = { [Name in keyof CatalogueSearch]?: CatalogueSearch[Name] | undefined };

/** The address of the catalogue that is shown, and how to change it. Opening a row is a step that "back" undoes. */
export function useCatalogueAddress() {
  const address = parseCatalogueSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: Change, { replace = true } = {}) =>
    navigate({
      to: '.',
      search: (now: object) => changedSearch(parseCatalogueSearch({ ...now }), change),
      replace,
      resetScroll: false,
      state: { keepFocus: true },
    });
  return { address, go };
}
