import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, hex } from '@scure/base';
import { mixedCase } from '#core/networks/address/evm.ts';

/** Addresses from public keys, as each chain's own documents define them. */

/** A native SegWit address (BIP-173) of a 20-byte witness program. */
export const segwitAddress = (prefix: 'bc' | 'tb', program: Uint8Array): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(program)]);

/** HASH160 of a compressed public key: the program of its P2WPKH address. */
export const hash160 = (publicKey: Uint8Array): Uint8Array => ripemd160(sha256(publicKey));

/** The mixed-case checksum of EIP-55 on 20 bytes. */
export const checksummedHex = (account: Uint8Array): string =>
  `0x${mixedCase(hex.encode(account))}`;

/** The checksummed form of an address written in any case. */
export const checksummed = (address: string): string =>
  `0x${mixedCase(address.slice(2).toLowerCase())}`;

/** The address of an uncompressed public key of 65 bytes. */
export const evmAddress = (publicKey: Uint8Array): string =>
  checksummedHex(keccak_256(publicKey.subarray(1)).subarray(-20));
