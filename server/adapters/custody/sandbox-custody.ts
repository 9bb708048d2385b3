import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { Custody } from './custody.ts';
import { checksummedHex, segwitAddress } from './encode.ts';

/** ACCOUNT_ONE of the XRP Ledger, an account to which nobody has the key. */
const XRP_SANDBOX_ADDRESS = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

/**
 * The sandbox twin: well-formed addresses derived from a hash. Nobody has the keys to them, so Bitcoin's are
 * of the test network, and every answer with an address says that it is a demonstration's.
 */
export function sandboxCustody(): Custody {
  const digest = (network: string, index: number): Uint8Array =>
    sha256(new TextEncoder().encode(`kopa sandbox address/${network}/${index}`));
  return {
    depositAddress(network, index) {
      const bytes = digest(network, index);
      switch (network) {
        case 'Bitcoin':
          return { address: segwitAddress('tb', bytes.subarray(0, 20)) };
        case 'Ethereum':
        case 'Avalanche C-Chain':
          return { address: checksummedHex(bytes.subarray(0, 20)) };
        case 'Solana':
          return { address: base58.encode(bytes) };
        case 'XRP Ledger':
          return { address: XRP_SANDBOX_ADDRESS, tag: String(10_000 + index) };
      }
    },
  };
}
