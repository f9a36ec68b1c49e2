import { flagIn, idsIn, searchIn } from '../../../lib/address.ts';

/** What the address says about the list of groups; everything else in it is dropped. */
export type GroupFilters = {
  search?: string;
  category_id?: string[];
  location_id?: string[];
  active?: boolean;
  /** Whether applications are accepted. */
  accepting?: boolean;
  sort?: '-name';
};

/** Reads the filters out of an address, however it was typed. */
export function parseFilters(search: Record<string, unknown>): GroupFilters {
  const text = searchIn(search.search);
  const [categories, locations] = [idsIn(search.category_id), idsIn(search.location_id)];
  const [active, accepting] = [flagIn(search.active), flagIn(search.accepting)];
  return {
    ...(text && { search: text }),
    ...(categories && { category_id: categories }),
    ...(locations && { location_id: locations }),
    ...(active !== undefined && { active }),
    ...(accepting !== undefined && { accepting }),
    ...(search.sort === '-name' && { sort: '-name' as const }),
  };
}

/** Whether anything narrows the list. */
export const isFiltered = ({ sort: _, ...filters }: GroupFilters): boolean => Object.keys(filters).length > 0;
