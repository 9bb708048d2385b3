import { cbc } from '@noble/ciphers/aes.js';
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import { fromBase64, toBase64 } from './base64.ts';

/**
 * The body wrapper of every product call (000 §7): AES-CBC with a configured key and IV, base64.
 *
 * It is obfuscation for compatibility, not a security control: key and IV ship to every browser.
 * Confidentiality and integrity in transit rest on TLS.
 */
export interface TransportKey {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** A key of 16, 24 or 32 bytes and an IV of 16 bytes, both in hex. Throws if they are not. */
export function transportKey(keyHex: string, ivHex: string): TransportKey {
  const key = hexToBytes(keyHex);
  const iv = hexToBytes(ivHex);
  if (![16, 24, 32].includes(key.length)) throw new Error('transport key: 16, 24 or 32 bytes');
  if (iv.length !== 16) throw new Error('transport IV: 16 bytes');
  return { key, iv };
}

/** 128 random bits as hex. */
export const nonceOf = (random: Uint8Array): string => {
  if (random.length !== 16) throw new Error('nonce: 16 bytes');
  return bytesToHex(random);
};

/**
 * Seals a payload. The nonce goes first into the plaintext: with a fixed IV, messages then differ
 * from the first block on.
 */
export const seal = (transport: TransportKey, payload: object, nonce: string): string =>
  toBase64(
    cbc(transport.key, transport.iv).encrypt(utf8ToBytes(JSON.stringify({ nonce, ...payload }))),
  );

/**
 * Opens a sealed text to the JSON object in it, or undefined: bad base64, padding, UTF-8, JSON, or
 * anything but an object, are all one and the same failure.
 */
export function open(
  transport: TransportKey,
  sealed: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const plain = cbc(transport.key, transport.iv).decrypt(fromBase64(sealed));
    const value: unknown = JSON.parse(bytesToUtf8(plain));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
