import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP = 30;

/**
 * The code that an authenticator app shows (TOTP, RFC 6238).
 *
 * @param secret as the page shows it: Base32, in groups
 * @param ahead time steps of 30 s from now; the server takes each once, and the next one already
 */
export function appCode(secret: string, ahead = 0): string {
  const bits = [...secret.replaceAll(/\s/g, '')].map((letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP) + ahead));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
