import { base58XrpText } from './base58-check.ts';
import { hasEvmForm, mixedCase } from './evm.ts';
import { plainAddress } from './look-alike.ts';
import { CLASSIC_VERSION, readXrpAddress } from './xrp.ts';

/** The account that receives what is sent to an address, in one form however it was written (HARD-91). */
export interface Destination {
  /** Not an X-address, and in lower case where case has no meaning. */
  readonly address: string;
  /** Empty if there is none. */
  readonly tag: string;
}

/**
 * The destination of an address with a tag. An X-address contains its own tag, which overrides a given one.
 */
export function destinationOf(network: string, address: string, tag: string): Destination {
  const xrp = network === 'XRP Ledger' ? readXrpAddress(address) : undefined;
  if (xrp?.form !== 'x') return { address: plainAddress(address), tag };
  const classic = base58XrpText(Uint8Array.of(CLASSIC_VERSION, ...xrp.account));
  return { address: classic, tag: xrp.tag ?? '' };
}

/** Whether two destinations are the same. Addresses shared by many customers are told apart by their tags. */
export const sameDestination = (a: Destination, b: Destination): boolean =>
  a.tag === b.tag && a.address === b.address;

/**
 * The forms in which a list may have the account behind an address: as it was written, the one form of its
 * destination, and with the checksum of Ethereum's kind.
 */
export function writtenForms(network: string, address: string): readonly string[] {
  const { address: plain } = destinationOf(network, address, '');
  const checked = hasEvmForm(plain) ? [`0x${mixedCase(plain.slice(2))}`] : [];
  return [...new Set([address, plain, ...checked])];
}
