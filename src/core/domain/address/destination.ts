import { base58XrpText } from './base58-check.ts';
import { sameAddress } from './look-alike.ts';
import { CLASSIC_VERSION, readXrpAddress } from './xrp.ts';

/** The account that receives what is sent to an address. */
export interface Destination {
  readonly address: string;
  /** Empty if there is none. */
  readonly tag: string;
}

/**
 * The destination of an address with a tag. An X-address contains its own tag, which overrides a given one.
 */
export function destinationOf(network: string, address: string, tag: string): Destination {
  const xrp = network === 'XRP Ledger' ? readXrpAddress(address) : undefined;
  if (xrp?.form !== 'x') return { address, tag };
  const classic = base58XrpText(Uint8Array.of(CLASSIC_VERSION, ...xrp.account));
  return { address: classic, tag: xrp.tag ?? '' };
}

/** Whether two destinations are the same. Addresses shared by many customers are told apart by their tags. */
export const sameDestination = (a: Destination, b: Destination): boolean =>
  a.tag === b.tag && sameAddress(a.address, b.address);
