import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, createBase58check, hex } from '@scure/base';
import { base58Bytes } from '#core/networks/address/base58-check.ts';
import { sameAddress } from '#core/networks/address/look-alike.ts';
import type { Network } from '#core/networks/networks.ts';
import { evmAddress, hash160, segwitAddress } from '#server/adapters/custody/encode.ts';

/** The bytes of a signature: wallets write hexadecimal digits, base64 or base58. */
function bytesOf(text: string, coder: { decode(text: string): Uint8Array }) {
  try {
    return coder.decode(text);
  } catch {
    return undefined;
  }
}

/** The public key that made a signature of 64 bytes with its recovery bit; undefined if none fits. */
function recovered(
  compact: Uint8Array,
  recovery: number,
  hash: Uint8Array,
): ReturnType<typeof secp256k1.Signature.prototype.recoverPublicKey> | undefined {
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash);
  } catch {
    return undefined;
  }
}

/** `personal_sign` of EIP-191: 65 bytes, of which the last one selects the key. */
function signedByEvm(address: string, message: string, signature: string): boolean {
  const bytes = bytesOf(signature.replace(/^0x/i, '').toLowerCase(), hex);
  if (bytes?.length !== 65) return false;
  const text = utf8ToBytes(message);
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`);
  const last = bytes[64] ?? 0;
  const key = recovered(
    bytes.subarray(0, 64),
    last >= 27 ? last - 27 : last,
    keccak_256(concatBytes(prefix, text)),
  );
  return key !== undefined && sameAddress(evmAddress(key.toBytes(false)), address);
}

const base58check = createBase58check(sha256);

/** The addresses that one key has on Bitcoin: P2PKH, P2WPKH, and P2WPKH in P2SH. */
function bitcoinAddresses(key: { toBytes(compressed: boolean): Uint8Array }): readonly string[] {
  const program = hash160(key.toBytes(true));
  const nested = hash160(concatBytes(Uint8Array.of(0x00, 0x14), program));
  return [
    segwitAddress('bc', program),
    base58check.encode(concatBytes(Uint8Array.of(0x05), nested)),
    base58check.encode(concatBytes(Uint8Array.of(0x00), program)),
    base58check.encode(concatBytes(Uint8Array.of(0x00), hash160(key.toBytes(false)))),
  ];
}

/**
 * A signed message of Bitcoin wallets: 65 bytes in base64. The first byte selects the key and, differently
 * from wallet to wallet (BIP-137), the kind of its address, so every kind is accepted.
 */
function signedByBitcoin(address: string, message: string, signature: string): boolean {
  const bytes = bytesOf(signature, base64);
  const first = bytes?.[0] ?? 0;
  if (bytes?.length !== 65 || first < 27 || first > 42) return false;
  const text = utf8ToBytes(message);
  // Our messages are shorter than 253 bytes, whose length takes one byte.
  const length = Uint8Array.of(text.length);
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n');
  const hash = sha256(sha256(concatBytes(prefix, length, text)));
  const key = recovered(bytes.subarray(1), (first - 27) % 4, hash);
  return key !== undefined && bitcoinAddresses(key).some((one) => sameAddress(one, address));
}

/** `signMessage` of Solana wallets: Ed25519 with the address as the public key. */
function signedBySolana(address: string, message: string, signature: string): boolean {
  const key = base58Bytes(address);
  const bytes = bytesOf(signature, base58) ?? bytesOf(signature, base64);
  if (key?.length !== 32 || bytes?.length !== 64) return false;
  try {
    return ed25519.verify(bytes, utf8ToBytes(message), key, { zip215: false });
  } catch {
    return false;
  }
}

/**
 * How wallets of each network sign messages; undefined if they do not: there, a small deposit proves control.
 */
const verifiers: Readonly<
  Record<Network, ((address: string, message: string, signature: string) => boolean) | undefined>
> = {
  Bitcoin: signedByBitcoin,
  Ethereum: signedByEvm,
  'Avalanche C-Chain': signedByEvm,
  Solana: signedBySolana,
  'XRP Ledger': undefined,
};

/** A Taproot address has no key for such a signature, and a script address none at all. */
const canSign = (network: Network, address: string): boolean =>
  verifiers[network] !== undefined && !(network === 'Bitcoin' && /^bc1(?:p|q.{40})/i.test(address));

/** The message to sign; undefined if wallets of this address cannot sign one. */
export const controlMessage = (
  network: Network,
  address: string,
  nonce: string,
): string | undefined =>
  canSign(network, address)
    ? `This wallet is mine, and I send to it from my Kopa account.\nAddress: ${address}\nCode: ${nonce}`
    : undefined;

/** Whether a signature of a message was made by whoever controls the address. */
export const isSigned = (
  network: Network,
  address: string,
  message: string,
  signature: string,
): boolean => verifiers[network]?.(address, message, signature.trim()) ?? false;
