import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A link as it is stored: the token can be made of it with the key, which no table holds. */
export type StoredToken = { seed: Buffer; token_hash: Buffer };

/** Secrets of the pages of applicants: tokens of their links, and nonces of the forms on them. */
export type ApplicantTokens = {
  /** What to store of a new link. */
  fresh(): StoredToken;
  /** The token of a stored link; undefined where it was made with a key that is gone. */
  of(stored: StoredToken): string | undefined;
  /** What a link is found by; undefined for a text that is no token. */
  hashOf(token: string): Buffer | undefined;
  /** Signs a form for its act, link and application. */
  sign(about: string, now: number): string;
  /** The codes of six digits that a seed stands for: the first is mailed, those of older keys are understood. */
  codesOf(seed: Buffer): string[];
  /** Whether a form was signed for this, no longer than a day ago. */
  isSigned(nonce: string, about: string, now: number): boolean;
};

const BYTES = 16;
const token = /^[\w-]{22}$/;
const nonceText = /^([0-9a-z]{1,12})\.([\w-]{22})$/;
const DAY_MS = 86_400_000;

/** @param secretKeys the first makes tokens; those of older ones are understood */
export function applicantTokens(secretKeys: readonly [string, ...string[]]): ApplicantTokens {
  const keys = secretKeys.map((secret) => ({
    link: keyOf(secret, 'link of an applicant'),
    form: keyOf(secret, 'form of an applicant'),
    code: keyOf(secret, 'code of an address'),
  }));
  const [newest = { link: Buffer.of(), form: Buffer.of(), code: Buffer.of() }] = keys;
  const signed = (key: Buffer, about: string, at: string) => macOf(key, `${at} ${about}`);
  return {
    fresh() {
      const seed = randomBytes(BYTES);
      return { seed, token_hash: hashed(macOf(newest.link, seed)) };
    },
    of({ seed, token_hash }) {
      return keys.map(({ link }) => macOf(link, seed)).find((made) => hashed(made).equals(token_hash));
    },
    hashOf: (text) => (token.test(text) ? hashed(text) : undefined),
    sign(about, now) {
      const at = now.toString(36);
      return `${at}.${signed(newest.form, about, at)}`;
    },
    codesOf: (seed) =>
      keys.map(({ code }) => {
        const drawn = createHmac('sha256', code).update(seed).digest().readUInt32BE() % 1_000_000;
        return String(drawn).padStart(6, '0');
      }),
    isSigned(nonce, about, now) {
      const [, at = '', mac = ''] = nonceText.exec(nonce) ?? [];
      const age = now - Number.parseInt(at, 36);
      // a clock of another process may be a little ahead
      if (!(age > -60_000 && age <= DAY_MS)) return false;
      const given = Buffer.from(mac);
      return keys.some(({ form }) => timingSafeEqual(Buffer.from(signed(form, about, at)), given));
    },
  };
}

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'vpisnik', purpose, 32));

/** The first 128 bits of a signature, as 22 letters. */
const macOf = (key: Buffer, text: string | Buffer) =>
  createHmac('sha256', key).update(text).digest().subarray(0, BYTES).toString('base64url');

const hashed = (made: string) => hash('sha256', made, 'buffer');
