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

/** A network that counts as one caller, and how many times what one address has it may have. */
export interface Network {
  readonly name: string;
  readonly share: number;
}

/** How much more the customers in a wider network may have together than those of one /64. */
const SHARE_OF_56 = 4;
const SHARE_OF_48 = 20;

/**
 * Who is behind an address, as far as limits go, from the narrowest network to the widest. An IPv6
 * customer is given a /64 at least, and with it more addresses than can be counted; whoever rents a /56
 * or a /48 has thousands of those. IPv4, also as IPv6 writes it, is one address.
 */
export function networksOf(address: string): readonly Network[] {
  if (!isIPv6(address)) return [{ name: address, share: 1 }];
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === MAPPED) {
    const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [{ name: pairs.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.'), share: 1 }];
  }
  const site = groups.slice(0, 3).join(':');
  const subnet = Number.parseInt(groups[3] ?? '0', 16);
  return [
    { name: `${site}:${subnet.toString(16)}::/64`, share: 1 },
    { name: `${site}:${(subnet & 0xff00).toString(16)}::/56`, share: SHARE_OF_56 },
    { name: `${site}::/48`, share: SHARE_OF_48 },
  ];
}

/** The widest network that counts as one caller: who is in it takes turns with everybody else. */
export const widestNetworkOf = (address: string): string => networksOf(address).at(-1)?.name ?? '';
