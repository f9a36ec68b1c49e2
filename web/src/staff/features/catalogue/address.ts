import { useNavigate, useSearch } from '@tanstack/react-router';
import { flagIn, idsIn, searchIn } from '../../../lib/address.ts';

/** What the address of a catalogue says: what is searched for, and which row is open in the sheet (`new` makes one). */
export type CatalogueSearch = { search?: string; active?: boolean; edit?: string };

/** Reads an address, however it was typed. */
export function parseCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const text = searchIn(search.search);
  const active = flagIn(search.active);
  const edit = search.edit === 'new' ? 'new' : idsIn(search.edit)?.[0];
  return { ...(text && { search: text }), ...(active !== undefined && { active }), ...(edit && { edit }) };
}

type Change = { [Name in keyof CatalogueSearch]?: CatalogueSearch[Name] | undefined };

/** An address with some of it changed; `undefined` takes a part away. */
export function changedSearch(now: CatalogueSearch, change: Change): CatalogueSearch {
  return Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined));
}

/** The address of the catalogue that is shown, and how to change it. Opening a row is a step back can undo. */
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
