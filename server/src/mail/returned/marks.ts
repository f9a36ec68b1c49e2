import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Marks that stand for mails in what leaves with them, their return address and Message-ID: the mail's id, enciphered and signed.
 * So a report names its mail, and nobody can make one up for another's.
 */
export type MailMarks = {
  /** Hexadecimal digits, which stay what they are whatever a server does to capitals. */
  of(mailId: string): string;
  /** The same in fewer letters, for a header that some programs don't read when it has two lines. */
  shortOf(mailId: string): string;
  /** The mail of a mark in either writing; undefined for one that we have not made. */
  mailOf(mark: string): string | undefined;
};

const BLOCK = 16;
const MAC = 10;
/** Characters of a mark, and of a short one. */
export const MARK = 2 * (BLOCK + MAC);
export const SHORT_MARK = Math.ceil(((BLOCK + MAC) * 4) / 3);

/** @param secretKeys the first makes marks; those of older ones are understood */
export function mailMarks([newest, ...older]: readonly [string, ...string[]]): MailMarks {
  const making = keysOf(newest);
  const knowing = [making, ...older.map(keysOf)];
  const markOf = (mailId: string): Buffer => {
    const hidden = cipher(making, Buffer.from(mailId.replaceAll('-', ''), 'hex'));
    return Buffer.concat([hidden, macOf(making, hidden)]);
  };
  return {
    of: (mailId) => markOf(mailId).toString('hex'),
    shortOf: (mailId) => markOf(mailId).toString('base64url'),
    mailOf(mark) {
      const bytes = bytesOf(mark);
      if (!bytes) return undefined;
      const [hidden, mac] = [bytes.subarray(0, BLOCK), bytes.subarray(BLOCK)];
      const keys = knowing.find((one) => timingSafeEqual(macOf(one, hidden), mac));
      return keys && idOf(decipher(keys, hidden));
    },
  };
}

function bytesOf(mark: string): Buffer | undefined {
  if (mark.length === MARK && /^[0-9a-f]*$/i.test(mark)) return Buffer.from(mark, 'hex');
  if (mark.length === SHORT_MARK && /^[\w-]*$/.test(mark)) return Buffer.from(mark, 'base64url');
  return undefined;
}

type Keys = { hiding: Buffer; signing: Buffer };

function keysOf(secret: string): Keys {
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'vpisnik', `return address ${what}`, bytes));
  return { hiding: derived('hiding', 16), signing: derived('signing', 32) };
}

// one block is one id, so the simplest mode is enough
const cipher = ({ hiding }: Keys, id: Buffer): Buffer => {
  const made = createCipheriv('aes-128-ecb', hiding, null).setAutoPadding(false);
  return Buffer.concat([made.update(id), made.final()]);
};
const decipher = ({ hiding }: Keys, block: Buffer): Buffer => {
  const made = createDecipheriv('aes-128-ecb', hiding, null).setAutoPadding(false);
  return Buffer.concat([made.update(block), made.final()]);
};
const macOf = ({ signing }: Keys, hidden: Buffer): Buffer =>
  createHmac('sha256', signing).update(hidden).digest().subarray(0, MAC);

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
