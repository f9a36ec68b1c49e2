import { createHash, randomBytes } from 'node:crypto';

/** Random bytes of a token: nobody guesses 256 bits. */
const TOKEN_BYTES = 32;

/** What is kept of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token for the secret address of a calendar, and what is kept of it. */
export function newToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, token_hash: hashOf(token) };
}
