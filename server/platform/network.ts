import { isIPv6 } from 'node:net';

const MAPPED = '0:0:0:0:0:ffff';

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser accepts every notation; a zone index is not part of the address.
  const written = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const [before = [], after] = written.split('::').map((part) => part.split(':').filter(Boolean));
  if (!after) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** A network that counts as one caller, and its multiple of the limit for one address. */
export interface Network {
  readonly name: string;
  readonly share: number;
}

/** The multiple of a /64's limit that all customers of a wider network share. */
const SHARE_OF_56 = 4;
const SHARE_OF_48 = 20;

/**
 * The networks of an address that limits count for, narrowest first. An IPv6 customer has at least a /64,
 * with more addresses than can be counted; whoever rents a /56 or /48 has thousands of /64s. IPv4, also in
 * IPv6 notation, is a single address.
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

/** The widest network that counts as one caller, whose members share its turns. */
export const widestNetworkOf = (address: string): string => networksOf(address).at(-1)?.name ?? '';
