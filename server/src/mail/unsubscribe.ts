import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a link for declining news says: whose, from whom, and the mail that it stood in. */
export type Unsubscribing = { organization_id: string; mail_id: string; address: string };

/**
 * Tokens of links for declining news. A token holds all that it says, enciphered and signed: it works when its mail and the
 * people with the address are long gone, and nobody can read it or make one up for another's.
 */
export type UnsubscribeTokens = {
  of(choice: Unsubscribing): string;
  /** What a token says; undefined for one that we have not made. */
  read(token: string): Unsubscribing | undefined;
};

const ID = 16;
const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** @param secretKeys the first makes tokens; those of older ones are understood */
export function unsubscribeTokens([newest, ...older]: readonly [string, ...string[]]): UnsubscribeTokens {
  const making = keyOf(newest);
  const knowing = [making, ...older.map(keyOf)];
  return {
    of({ organization_id, mail_id, address }) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, making, nonce);
      const hidden = [cipher.update(bytesOf(organization_id)), cipher.update(bytesOf(mail_id))];
      hidden.push(cipher.update(address, 'utf8'), cipher.final());
      return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // what decoding passes over is not ours
      if (bytes.length <= NONCE + 2 * ID + TAG || bytes.toString('base64url') !== token) return undefined;
      for (const key of knowing) {
        const said = opened(key, bytes);
        if (said)
          return {
            organization_id: idOf(said.subarray(0, ID)),
            mail_id: idOf(said.subarray(ID, 2 * ID)),
            address: said.subarray(2 * ID).toString(),
          };
      }
      return undefined;
    },
  };
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'vpisnik', 'unsubscribe from news', 32));

function opened(key: Buffer, bytes: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
