import { isNetwork, type Network } from '#core/networks/networks.ts';
import { base58Bytes } from './base58-check.ts';
import { isBitcoinAddress } from './bitcoin.ts';
import { cleanAddress } from './clean-address.ts';
import { destinationOf } from './destination.ts';
import { evmChecksum } from './evm.ts';
import { lostAt } from './no-recipient.ts';
import { recognise } from './recognise.ts';
import { readXrpAddress } from './xrp.ts';

export type AddressCheck =
  | {
      readonly kind: 'valid';
      /** The address, without the spaces and invisible characters that were pasted with it. */
      readonly address: string;
      /** `none`: this kind of address has no checksum, so a typing error cannot be detected (D24). */
      readonly checksum: 'checked' | 'none';
      /** An XRP X-address determines the tag itself: `tag` is the one it contains, if any. */
      readonly ownTag?: { readonly tag: string | undefined };
    }
  | { readonly kind: 'empty' }
  /** A valid address of another network: `is` follows “This is”. */
  | { readonly kind: 'other-network'; readonly is: string }
  /** A valid address that nobody owns: `why` is a sentence. */
  | { readonly kind: 'no-recipient'; readonly why: string }
  | { readonly kind: 'invalid' };

type Valid = Omit<Extract<AddressCheck, { kind: 'valid' }>, 'kind' | 'address'>;

const bitcoin = (text: string): Valid | undefined =>
  isBitcoinAddress(text) ? { checksum: 'checked' } : undefined;

const evm = (text: string): Valid | undefined => {
  const checksum = evmChecksum(text);
  return checksum && { checksum };
};

const solana = (text: string): Valid | undefined =>
  base58Bytes(text)?.length === 32 ? { checksum: 'none' } : undefined;

const xrp = (text: string): Valid | undefined => {
  const found = readXrpAddress(text);
  if (!found) return undefined;
  return {
    checksum: 'checked',
    ...(found.form === 'x' && { ownTag: { tag: found.tag } }),
  };
};

const checks: Readonly<Record<Network, (text: string) => Valid | undefined>> = {
  Bitcoin: bitcoin,
  Ethereum: evm,
  'Avalanche C-Chain': evm,
  Solana: solana,
  'XRP Ledger': xrp,
};

/**
 * What a whole address of a network looks like, whether or not its checksum is right. None where addresses
 * have no checksum.
 */
const shapes: Readonly<Record<Network, RegExp | undefined>> = {
  Bitcoin: /^(bc1[a-z\d]{39,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  Ethereum: /^0x[\da-f]{40}$/i,
  'Avalanche C-Chain': /^0x[\da-f]{40}$/i,
  Solana: undefined,
  'XRP Ledger': /^(r[1-9A-HJ-NP-Za-km-z]{24,34}|[XT][1-9A-HJ-NP-Za-km-z]{46})$/,
};

const MISTYPED = 'A character may be mistyped. Compare it with the original, or paste it.';

/** A network without a check of its own accepts nothing: a wrong address is money lost (BEY-04). */
export function checkAddress(network: string, text: string): AddressCheck {
  const address = cleanAddress(text);
  if (address === '') return { kind: 'empty' };
  const known = isNetwork(network) ? network : undefined;
  const check = known && checks[known];
  const valid = check?.(address);
  const why = valid && known && lostAt(known, destinationOf(known, address, '').address);
  if (why) return { kind: 'no-recipient', why };
  if (valid) return { kind: 'valid', address, ...valid };
  const is = recognise(address);
  // A mistyped address of the network itself is not named as one of another network.
  if (is === undefined || (check === evm && is === 'an Ethereum address')) {
    return { kind: 'invalid' };
  }
  return { kind: 'other-network', is };
}

export interface AddressProblem {
  /** The text to show; its wording is fixed. */
  readonly message: string;
  /** If it can be told: whose network the address belongs to, or which part is wrong. */
  readonly hint?: string;
}

/** Why an address is not accepted, or undefined if it is. */
export function addressProblem(
  code: string,
  network: string,
  text: string,
): AddressProblem | undefined {
  const check = checkAddress(network, text);
  const message = `Invalid ${code} address format`;
  switch (check.kind) {
    case 'valid':
      return undefined;
    case 'empty':
      return { message };
    case 'invalid': {
      const isWhole = isNetwork(network) && shapes[network]?.test(cleanAddress(text));
      return isWhole ? { message, hint: MISTYPED } : { message };
    }
    case 'no-recipient':
      return { message, hint: check.why };
    case 'other-network':
      return {
        message,
        hint: `This is ${check.is}, but here ${code} is sent on the ${network} network.`,
      };
  }
}
