import { searchIn } from '../../../lib/address.ts';

/** Reads what is searched for among organisations, however it was typed. */
export function parseOrganizationsSearch(given: Record<string, unknown>): { search?: string } {
  const search = searchIn(given.search);
  return search ? { search } : {};
}
