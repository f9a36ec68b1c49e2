import type { Transaction } from '../../db/scope.ts';
import type { ApplicantTokens } from '../../mail/applicant-tokens.ts';
import { type Addressed, endLink, insertLink, selectToken } from './queries.ts';

/** The token of an address's link, made if it has none, and anew if its key is gone. */
export async function tokenOf(tx: Transaction, tokens: ApplicantTokens, whose: Addressed): Promise<string> {
  const stored = await selectToken(tx, whose);
  const known = stored && tokens.of(stored);
  if (known) return known;
  if (stored) await endLink(tx, whose);
  await insertLink(tx, whose, tokens.fresh());
  // another process may have made it at the same moment
  const made = await selectToken(tx, whose);
  const token = made && tokens.of(made);
  if (!token) throw new Error('A link to the page of an applicant was not made.');
  return token;
}
