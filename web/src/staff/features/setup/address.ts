import { wordsIn } from '../../../lib/address.ts';
import { useAddress } from '../../routing/use-address.ts';

/** The steps of the first-run guide, in their order. */
export const steps = ['profile', 'location', 'category', 'group', 'share'] as const;
export type Step = (typeof steps)[number];

/** Address of the guide: the open step; absent: the first unfinished one. */
export type SetupSearch = { step?: Step };

/** Reads an address, however it was typed. */
export function parseSetupSearch(search: Record<string, unknown>): SetupSearch {
  const step = wordsIn(search.step, steps)?.[0];
  return step ? { step } : {};
}

/** The address of the guide, and how to change it. */
export const useSetupAddress = () => useAddress(parseSetupSearch);
