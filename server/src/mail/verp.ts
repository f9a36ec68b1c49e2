import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Addresses to which reports about mails come back, one for each mail: the mail's id between the parts of the installation's
 * address for reports, enciphered and signed. So a report names its mail, and nobody can make one up for another's.
 */
export type ReturnAddresses = {
  /** The envelope sender of a mail. */
  of(mailId: string): string;
  /** The mail that a report came back to; undefined for an address that we have not made. */
  mailOf(address: string): string | undefined;
};

const BLOCK = 16;
const MAC = 10;
/** Characters of an address before its `@`, by RFC 5321. */
const LOCAL_PART = 64;
/** What the id takes of them. */
const TOKEN = 2 * (BLOCK + MAC);
/** Most characters before the `@` of the installation's address for reports. */
export const longestReportName = LOCAL_PART - TOKEN - 1;

/**
 * @param reports the installation's address for reports, without a `+`
 * @param secretKeys the first makes addresses; those of older ones are understood
 */
export function returnAddresses(
  reports: string,
  [newest, ...older]: readonly [string, ...string[]],
): ReturnAddresses {
  const at = reports.lastIndexOf('@');
  const [name, domain] = [reports.slice(0, at), reports.slice(at + 1)];
  const making = keysOf(newest);
  const knowing = [making, ...older.map(keysOf)];
  const [before, after] = [`${name}+`.toLowerCase(), `@${domain}`.toLowerCase()];
  return {
    of(mailId) {
      const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
      const hidden = cipher(making, id);
      return `${name}+${Buffer.concat([hidden, macOf(making, hidden)]).toString('hex')}@${domain}`;
    },
    mailOf(address) {
      const written = address.toLowerCase();
      if (!written.startsWith(before) || !written.endsWith(after)) return undefined;
      const token = written.slice(before.length, -after.length);
      if (token.length !== TOKEN || !/^[0-9a-f]*$/.test(token)) return undefined;
      const bytes = Buffer.from(token, 'hex');
      const [hidden, mac] = [bytes.subarray(0, BLOCK), bytes.subarray(BLOCK)];
      const keys = knowing.find((one) => timingSafeEqual(macOf(one, hidden), mac));
      return keys && idOf(decipher(keys, hidden));
    },
  };
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
