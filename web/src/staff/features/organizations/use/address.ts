import { type Use, uses } from '@vpisnik/contract/rules/organization-use';

/** Address of the list by use: by time in the database, unless it says otherwise. */
export type UseSearch = { by?: Exclude<Use, 'database_ms'> };

/** Reads what the list is ordered by; drops anything else. */
export function parseUseSearch({ by }: Record<string, unknown>): UseSearch {
  const known = uses.find((one) => one === by);
  return known && known !== 'database_ms' ? { by: known } : {};
}
