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

/** What an address is, in words that follow “This is”, to tell a customer who confused the two. */
export function recognise(text: string): string | undefined {
  if (hasEvmForm(text)) return 'an Ethereum address';
  if (isBitcoinAddress(text)) return 'a Bitcoin address';
  if (isBitcoinAddress(text, 'test')) return 'a Bitcoin testnet address';
  if (readXrpAddress(text)) return 'an XRP address';
  if (isXrpTestAddress(text)) return 'an XRP testnet address';
  const other = ofForeignChain(text);
  if (other) return other;
  if (/^ltc1[02-9ac-hj-np-z]{11,71}$/i.test(text)) return 'a Litecoin address';
  if (/^bitcoincash:[02-9ac-hj-np-z]{42}$/i.test(text)) return 'a Bitcoin Cash address';
  if (/^addr1[02-9ac-hj-np-z]{20,}$/i.test(text)) return 'a Cardano address';
  return base58Bytes(text)?.length === 32 ? 'a Solana address' : undefined;
}
