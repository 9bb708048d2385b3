import { BlockList, isIP } from 'node:net';

/**
 * The proxies in front of the server, each of which adds the address that it was called from to X-Forwarded-For: a
 * number of them, or the networks that they are in. Undefined: there is none, and whoever calls chooses the header.
 */
export type Proxies =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'networks'; readonly networks: BlockList }
  | undefined;

const MOST_PROXIES = 9;

/** A network as address and length of its prefix; an address alone is a network of its own. */
function addNetwork(networks: BlockList, text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : undefined;
  if (family === 0 || more.length > 0 || prefix === undefined || prefix > longest) return false;
  networks.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/** Reads `off`, `on` (one proxy), a number of proxies, or networks separated by commas; null: none of these. */
export function readProxies(text: string): Proxies | null {
  if (text === 'off') return undefined;
  if (text === 'on') return { kind: 'count', count: 1 };
  if (/^\d$/.test(text)) {
    const count = Number(text);
    return count >= 1 && count <= MOST_PROXIES ? { kind: 'count', count } : null;
  }
  const networks = new BlockList();
  const all = text.split(',').map((one) => one.trim());
  return all.every((one) => addNetwork(networks, one)) ? { kind: 'networks', networks } : null;
}

/** Some proxies include the port, which differs between a caller's connections. */
const withoutPort = (address: string): string =>
  /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(address)?.slice(1).join('') ?? address;

/** An address of IPv4 in IPv6, as sockets that take both have it. */
const plain = (address: string): string => withoutPort(address).replace(/^::ffff:(?=[\d.]+$)/i, '');

function isIn(networks: BlockList, address: string): boolean {
  const family = isIP(plain(address));
  return family !== 0 && networks.check(plain(address), family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the headers that proxies set were set by ours. `peer`: who is connected; empty: not known. */
export function areHeadersOurs(proxies: Proxies, peer: string): boolean {
  switch (proxies?.kind) {
    case undefined:
      return false;
    case 'count':
      return true;
    case 'networks':
      return isIn(proxies.networks, peer);
  }
}

/**
 * The address of whoever called the outermost of our proxies. Each proxy has added an entry at the end: what stands
 * before ours are claims of the caller.
 */
export function callerBehind(
  proxies: Proxies,
  peer: string,
  forwarded: string | undefined,
): string {
  if (!areHeadersOurs(proxies, peer)) return peer;
  const entries = (forwarded ?? '')
    .split(',')
    .map((one) => withoutPort(one.trim()))
    .filter((one) => one !== '');
  if (proxies?.kind === 'networks') {
    const { networks } = proxies;
    return entries.findLast((one) => !isIn(networks, one)) ?? entries[0] ?? peer;
  }
  // Where fewer proxies were passed than there are, the outermost entry is all that is known.
  return entries.at(-(proxies?.count ?? 1)) ?? entries[0] ?? peer;
}
