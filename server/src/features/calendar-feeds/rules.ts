import { createHash, randomBytes } from 'node:crypto';

/** Random bytes of a token: nobody guesses 256 bits. */
const TOKEN_BYTES = 32;

/** SHA-256 of a token, as stored. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token for the secret address of a calendar, with its stored hash. */
export function newToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, token_hash: hashOf(token) };
}
