import { base58XrpText } from './base58-check.ts';
import { sameAddress } from './look-alike.ts';
import { CLASSIC_VERSION, readXrpAddress } from './xrp.ts';

/** Where money sent to an address arrives. */
export interface Destination {
  readonly address: string;
  /** Empty where there is none. */
  readonly tag: string;
}

/** An X-address is a classic address and a tag in one: its own, whatever is given beside it. */
export function destinationOf(network: string, address: string, tag: string): Destination {
  const xrp = network === 'XRP Ledger' ? readXrpAddress(address) : undefined;
  if (xrp?.form !== 'x') return { address, tag };
  const classic = base58XrpText(Uint8Array.of(CLASSIC_VERSION, ...xrp.account));
  return { address: classic, tag: xrp.tag ?? '' };
}

/** With a tag beside it, a shared address is somebody else's. */
export const sameDestination = (a: Destination, b: Destination): boolean =>
  a.tag === b.tag && sameAddress(a.address, b.address);
