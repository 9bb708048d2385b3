import type { Network } from '#core/networks/networks.ts';
import { base58Bytes, base58Payload } from './base58-check.ts';
import { isBitcoinAddress } from './bitcoin.ts';
import { hasEvmForm } from './evm.ts';
import { isXrpTestAddress, readXrpAddress } from './xrp.ts';

/** Version bytes of base58check chains whose addresses are often confused with ours. */
const foreign: Readonly<Record<number, string>> = {
  30: 'a Dogecoin address',
  48: 'a Litecoin address',
  50: 'a Litecoin address',
  65: 'a TRON address',
};

const ofForeignChain = (text: string): string | undefined => {
  const payload = base58Payload(text);
  return payload?.length === 21 ? foreign[payload[0] ?? -1] : undefined;
};

interface Kind {
  readonly is: string;
  readonly matches: (text: string) => boolean;
}

const evm: Kind = { is: 'an Ethereum address', matches: hasEvmForm };

const kinds: Readonly<Record<Network, Kind>> = {
  Bitcoin: { is: 'a Bitcoin address', matches: (text) => isBitcoinAddress(text) },
  Ethereum: evm,
  'Avalanche C-Chain': evm,
  'XRP Ledger': { is: 'an XRP address', matches: (text) => readXrpAddress(text) !== undefined },
  Solana: { is: 'a Solana address', matches: (text) => base58Bytes(text)?.length === 32 },
};

/** Any 32 bytes are a valid Solana address, so this check comes last. */
const { Solana: solana, ...distinct } = kinds;

/** What an address is, as a text after “This is”, for a customer who pasted one of another network. */
export function recognise(text: string): string | undefined {
  const ours = Object.values(distinct).find(({ matches }) => matches(text));
  if (ours) return ours.is;
  if (isBitcoinAddress(text, 'test')) return 'a Bitcoin testnet address';
  if (isXrpTestAddress(text)) return 'an XRP testnet address';
  const other = ofForeignChain(text);
  if (other) return other;
  if (/^ltc1[02-9ac-hj-np-z]{11,71}$/i.test(text)) return 'a Litecoin address';
  if (/^bitcoincash:[02-9ac-hj-np-z]{42}$/i.test(text)) return 'a Bitcoin Cash address';
  if (/^addr1[02-9ac-hj-np-z]{20,}$/i.test(text)) return 'a Cardano address';
  return solana.matches(text) ? solana.is : undefined;
}
