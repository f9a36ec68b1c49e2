import { organizationStates } from '@vpisnik/contract/organizations';
import { searchIn, wordsIn } from '../../../lib/address.ts';
import { useAddress } from '../../routing/use-address.ts';

export type OrganizationState = (typeof organizationStates)[number];

/** Address of the list: search, state filter, and whether the sheet for a new one is open. */
export type OrganizationsSearch = { search?: string; state?: OrganizationState; edit?: 'new' };

/** Reads an address, however it was typed. */
export function parseOrganizationsSearch(given: Record<string, unknown>): OrganizationsSearch {
  const search = searchIn(given.search);
  const state = wordsIn(given.state, organizationStates)?.[0];
  return { ...(search && { search }), ...(state && { state }), ...(given.edit === 'new' && { edit: 'new' }) };
}

/** The address of the list, and how to change it. */
export const useOrganizationsAddress = () => useAddress(parseOrganizationsSearch);
