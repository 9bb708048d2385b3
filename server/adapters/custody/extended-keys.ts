import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import type { Custody } from './custody.ts';
import { evmAddress, hash160, segwitAddress } from './encode.ts';

export interface ExtendedKeySettings {
  /** Extended public keys (xpub…) of accounts; empty: the network is not offered. */
  readonly bitcoin: string;
  readonly evm: string;
  /** A file with one Solana address a line: Solana's keys cannot be derived from a public key. */
  readonly solanaAddressFile: string;
  /** The shared account on the XRP Ledger; a destination tag identifies the customer. */
  readonly xrpAddress: string;
}

/** Reads a public key and refuses a private one, which must never be on this server. */
function publicKey(text: string): HDKey {
  const key = HDKey.fromExtendedKey(text);
  if (key.privateKey) throw new Error('an extended private key was configured: use the public one');
  return key;
}

/** The public key m/0/index below the account key: the external chain of BIP-44. */
function receiving(account: HDKey, index: number): Uint8Array {
  const key = account.deriveChild(0).deriveChild(index).publicKey;
  if (!key) throw new Error('no public key was derived');
  return key;
}

/** The real custodian's deposit addresses, derived from its public keys. */
export function extendedKeyCustody(settings: ExtendedKeySettings): Custody {
  const bitcoin = settings.bitcoin ? publicKey(settings.bitcoin) : undefined;
  const evm = settings.evm ? publicKey(settings.evm) : undefined;
  const solana = settings.solanaAddressFile
    ? readFileSync(settings.solanaAddressFile, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : [];
  return {
    listed: (network) => (network === 'Solana' ? solana.length : undefined),
    depositAddress(network, index) {
      switch (network) {
        case 'Bitcoin':
          return bitcoin && { address: segwitAddress('bc', hash160(receiving(bitcoin, index))) };
        case 'Ethereum':
        case 'Avalanche C-Chain': {
          if (!evm) return undefined;
          const point = secp256k1.Point.fromBytes(receiving(evm, index));
          return { address: evmAddress(point.toBytes(false)) };
        }
        case 'Solana': {
          const address = solana[index];
          return address === undefined ? undefined : { address };
        }
        case 'XRP Ledger':
          return settings.xrpAddress
            ? { address: settings.xrpAddress, tag: String(10_000 + index) }
            : undefined;
      }
    },
  };
}
