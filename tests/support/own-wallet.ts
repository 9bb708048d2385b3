import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { evmAddress } from '#server/adapters/custody/encode.ts';

const SECRET = new Uint8Array(32).fill(7);

/** The address of a wallet whose private key the tests know. */
export const OWN_WALLET = evmAddress(secp256k1.getPublicKey(SECRET, false));

/** The wallet's signature of a text, as wallet apps sign (EIP-191). */
export function signedByOwnWallet(message: string): string {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${text.length}`);
  const hash = keccak_256(Uint8Array.of(...prefix, ...text));
  const [recovery = 0, ...compact] = secp256k1.sign(hash, SECRET, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${Buffer.from([...compact, 27 + recovery]).toString('hex')}`;
}
