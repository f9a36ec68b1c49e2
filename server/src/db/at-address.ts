/**
 * The address of a role at another server: host, port and name of the database are the other's, and so is what it says about
 * encryption.
 */
export function atAddress(url: string, other: string): string {
  const [address, its] = [new URL(url), new URL(other)];
  address.hostname = its.hostname;
  address.port = its.port;
  address.pathname = its.pathname;
  const own = partsOf(address).filter((part) => !its.searchParams.has(nameOf(part)));
  // not through searchParams, which would write the spaces in `options` as "+"
  address.search = [...own, ...partsOf(its)].join('&');
  return address.href;
}

const partsOf = ({ search }: URL) => search.slice(1).split('&').filter(Boolean);
const nameOf = (part: string) => part.split('=')[0] ?? '';
