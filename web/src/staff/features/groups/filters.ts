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

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function ids(value: unknown): string[] | undefined {
  const list = [value].flat().filter((one): one is string => typeof one === 'string' && idPattern.test(one));
  return list.length > 0 ? list : undefined;
}

const flag = (value: unknown) =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

/** Reads the filters out of an address, however it was typed. */
export function parseFilters(search: Record<string, unknown>): GroupFilters {
  const text =
    typeof search.search === 'string' || typeof search.search === 'number' ? `${search.search}` : '';
  const [categories, locations] = [ids(search.category_id), ids(search.location_id)];
  const [active, accepting] = [flag(search.active), flag(search.accepting)];
  return {
    ...(text.trim() && { search: text.slice(0, 100) }),
    ...(categories && { category_id: categories }),
    ...(locations && { location_id: locations }),
    ...(active !== undefined && { active }),
    ...(accepting !== undefined && { accepting }),
    ...(search.sort === '-name' && { sort: '-name' as const }),
  };
}

/** Whether anything narrows the list. */
export const isFiltered = ({ sort: _, ...filters }: GroupFilters): boolean => Object.keys(filters).length > 0;
