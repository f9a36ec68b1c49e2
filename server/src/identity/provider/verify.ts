import { createHash } from 'node:crypto';
import { createLocalJWKSet, errors, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { publicKeys } from '../keys/keys.ts';
import { AUDIENCE, issuerOf } from './provider.ts';

/** Account, sign-in and expiry (epoch seconds) of a verified token. */
export interface VerifiedToken {
  accountId: string;
  signInId: string | null;
  expiresAt: number;
}

/** Checks an access token; throws for anything but a valid one of ours. */
export type VerifyAccessToken = (token: string) => Promise<VerifiedToken>;

/** Seconds by which clocks may differ. */
const TOLERANCE = 5;
const CACHED = 10_000;

/** The keys that tokens are checked with. */
export interface TokenKeys {
  /** Another array after a change. */
  readonly signing: JWK[];
  /** Looks for keys that aren't known yet; answers whether there were any. */
  learn?(): Promise<boolean>;
}

/**
 * Checks access tokens against our own keys. Verified ones are remembered, by hash, until they expire or the keys change.
 */
export function createVerifier(publicUrl: string, source: TokenKeys): VerifyAccessToken {
  let signing: JWK[] = [];
  let keys = createLocalJWKSet({ keys: [] });
  const expected = {
    issuer: issuerOf(publicUrl),
    audience: AUDIENCE,
    typ: 'at+jwt',
    algorithms: ['ES256'],
    clockTolerance: TOLERANCE,
    requiredClaims: ['sub', 'exp'],
  };
  const verified = new Map<string, VerifiedToken>();

  function presentKeys(): typeof keys {
    if (signing !== source.signing) {
      signing = source.signing;
      keys = createLocalJWKSet({ keys: publicKeys(signing) });
      verified.clear();
    }
    return keys;
  }

  async function check(token: string): Promise<JWTPayload> {
    try {
      return (await jwtVerify(token, presentKeys(), expected)).payload;
    } catch (error) {
      // another process may have signed it with a key that is new
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await source.learn?.())) throw error;
      return (await jwtVerify(token, presentKeys(), expected)).payload;
    }
  }

  return async (token) => {
    presentKeys();
    const hash = createHash('sha256').update(token).digest('base64');
    const known = verified.get(hash);
    if (known && known.expiresAt + TOLERANCE > Date.now() / 1000) return known;
    verified.delete(hash);

    const payload = await check(token);
    const result = {
      accountId: String(payload.sub),
      signInId: typeof payload.sign_in === 'string' ? payload.sign_in : null,
      expiresAt: Number(payload.exp),
    };
    // a Map keeps the order of insertion, and all tokens live equally long: the first is the oldest
    const oldest = verified.size >= CACHED ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(hash, result);
    return result;
  };
}
