import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Texts that travel where nobody may read or make up what they say, such as addresses of pages. */
export type Sealing = {
  seal(plain: Buffer): string;
  /** What was sealed; undefined for a text that was not sealed here. */
  open(sealed: string): Buffer | undefined;
};

const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Enciphers and signs under keys of a purpose of their own.
 *
 * @param secretKeys the first seals; what older ones have sealed is understood
 */
export function sealing(secretKeys: readonly [string, ...string[]], purpose: string): Sealing {
  const [newest, ...older] = secretKeys;
  const making = keyOf(newest, purpose);
  const knowing = [making, ...older.map((secret) => keyOf(secret, purpose))];
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, making, nonce);
      const hidden = [cipher.update(plain), cipher.final()];
      return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // what decoding passes over is not ours
      if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== sealed) return undefined;
      for (const key of knowing) {
        const plain = opened(key, bytes);
        if (plain) return plain;
      }
      return undefined;
    },
  };
}

const keyOf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'vpisnik', purpose, 32));

function opened(key: Buffer, bytes: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}
