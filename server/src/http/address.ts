import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * What limits count as one visitor: an IPv4 address, or the /64 that people get of IPv6, inside which another address
 * costs nothing.
 */
export function networkOf(address: string): string {
  const embedded = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(embedded)) return embedded;
  const [head = '', tail] = embedded.split('%')[0]?.split('::') ?? [];
  const front = groupsOf(head);
  const back = groupsOf(tail ?? '');
  const left = tail === undefined ? [] : Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0);
  const prefix = [...front, ...left, ...back].slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

const groupsOf = (part: string) =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

/** What stands in the table of limits for an address or an e-mail; neither is kept there. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
