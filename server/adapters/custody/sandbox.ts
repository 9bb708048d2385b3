import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { Custody } from './custody.ts';
import { checksummedHex, segwitAddress } from './encode.ts';

/** An account number of the XRP Ledger's own alphabet that nobody holds a key to: ACCOUNT_ONE. */
const XRP_SANDBOX_ADDRESS = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

/**
 * The sandbox twin: well-formed addresses made from a hash. Nobody holds a key to them, so the
 * Bitcoin ones are of the test network, and every answer that carries one says what it is.
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
