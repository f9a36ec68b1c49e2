import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet. This machine, the network around it, what clouds tell their
 * machines (169.254.169.254), carriers' inner networks, multicast, reserved blocks, and IPv6 addresses that stand for
 * IPv4 ones are not.
 */
export function isPublicAddress(address: string): boolean {
  // a zone names an interface of this machine; octal, decimal and short forms are nothing that a resolver says
  const isPlain = ipaddr.IPv6.isValid(address)
    ? !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isPlain) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(globalUnicast) : true;
}
