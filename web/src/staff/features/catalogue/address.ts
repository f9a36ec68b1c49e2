import { idsIn } from '../../../lib/address.ts';
import { type ListSearch, parseListSearch } from '../../../lib/list-address.ts';
import { useAddress } from '../../routing/use-address.ts';

/** Address of a catalogue: the search, and the row open in the sheet (`new` for a new one). */
export type CatalogueSearch = ListSearch & { edit?: string };

/** Reads the catalogue's part of an address; drops invalid values. */
export function parseCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const edit = search.edit === 'new' ? 'new' : idsIn(search.edit)?.[0];
  return { ...parseListSearch(search), ...(edit && { edit }) };
}

/** The address of the catalogue that is shown, and how to change it. Opening a row is a step that "back" undoes. */
export const useCatalogueAddress = () => useAddress(parseCatalogueSearch);
