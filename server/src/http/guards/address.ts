import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** A network in which an address lies, and how many visitors' worth of anything it gets. */
export type VisitorNetwork = { network: string; visitors: number };

/** Bits that name a network of IPv6, and how many visitors each stands for. */
const sizes = [
  // what a household or a phone gets; another address inside costs nothing
  { bits: 64, visitors: 1 },
  // what a house or a small office gets
  { bits: 56, visitors: 4 },
  // a company, all users of a tunnel broker, or 65 536 phones of one carrier
  { bits: 48, visitors: 16 },
];

/**
 * The networks by which limits count an address, smallest first: an IPv4 address itself, or the /64, /56 and /48 around
 * one of IPv6. A larger one bounds who has many of the smaller.
 */
export function networksOf(address: string): VisitorNetwork[] {
  const embedded = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(embedded)) return [{ network: embedded, visitors: 1 }];
  const [head = '', tail] = embedded.split('%')[0]?.split('::') ?? [];
  const front = groupsOf(head);
  const back = groupsOf(tail ?? '');
  const left = tail === undefined ? [] : Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0);
  const prefix = [...front, ...left, ...back].slice(0, 4);
  return sizes.map(({ bits, visitors }) => {
    const groups = prefix.map((group, at) => group & maskOf(bits - 16 * at));
    return { network: `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`, visitors };
  });
}

/** The network that limits count as one visitor: the smallest of an address. */
export function networkOf(address: string): string {
  return networksOf(address)[0]?.network ?? address;
}

/** The network that one party can easily hold, for fair sharing: a /24 of IPv4, the largest network of IPv6. */
export function blockOf(address: string): string {
  const network = networksOf(address).at(-1)?.network ?? address;
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.');
}

/** Of the 16 bits of a group the first so many. */
const maskOf = (bits: number) => (bits >= 16 ? 0xffff : bits <= 0 ? 0 : (0xffff << (16 - bits)) & 0xffff);

const groupsOf = (part: string) =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

/** Hash that stands for an address or an e-mail in the table of limits, which stores neither. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'base64url');
}
