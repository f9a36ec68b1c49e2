import { type GroupFilters, visitors } from '@vpisnik/contract/public';

/** What an address asks of the list of all groups. */
export type AskedGroups = {
  filters: GroupFilters;
  /** Whether some of it is no value of a filter; that part is left out. */
  misread: boolean;
};

const fields = visitors.allGroups.query.shape;

/** Reads the filters of an address one by one, by the schema of the API; a form sends those that are not set as empty. */
export function askedGroups(read: (name: string) => string): AskedGroups {
  const filters: Record<string, unknown> = { page: 1 };
  let misread = false;
  for (const [name, schema] of Object.entries(fields)) {
    const value = read(name).trim();
    if (value === '') continue;
    const { success, data } = schema.safeParse(value);
    if (success) filters[name] = data;
    else misread = true;
  }
  return { filters: filters as GroupFilters, misread };
}
