import { isIPv6 } from 'node:net';

const MAPPED = '0:0:0:0:0:ffff';

/** The eight groups of an IPv6 address, hexadecimal without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL's own parser knows every way to write one; a zone is about the way there only.
  const written = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const [before = [], after] = written.split('::').map((part) => part.split(':').filter(Boolean));
  if (!after) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * Who is behind an address, as far as limits go: an IPv6 customer is given a network of at least 64
 * bits, and with it more addresses than can be counted. IPv4, also as IPv6 writes it, is one address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== MAPPED) return `${groups.slice(0, 4).join(':')}::/64`;
  const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return pairs.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.');
}
