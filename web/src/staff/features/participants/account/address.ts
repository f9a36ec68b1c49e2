import { languages } from '@vpisnik/contract/rules/texts';
import { flagIn, wordsIn } from '../../../../lib/address.ts';
import type { Locale } from '../../../../lib/text/locale.ts';

/** Address of a printed account. */
export type AccountSearch = {
  /** With the family's others. */
  family?: true;
  /** Absent: that in which the participant is written to. */
  language?: Locale;
};

/** Reads a printed account out of an address; unknown parts are dropped. */
export function parseAccountSearch(search: Record<string, unknown>): AccountSearch {
  const language = wordsIn(search.language, languages)?.[0];
  return { ...(flagIn(search.family) && { family: true as const }), ...(language && { language }) };
}
