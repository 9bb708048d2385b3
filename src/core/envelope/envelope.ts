import { cbc } from '@noble/ciphers/aes.js';
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import { fromBase64, toBase64 } from './base64.ts';

/** AES-CBC with PKCS #7 padding, from text (UTF-8) to base64 and back. `open` throws on any error. */
export interface Cipher {
  readonly seal: (plain: string) => string;
  readonly open: (sealed: string) => string;
}

/** An implementation of AES-CBC for one key and IV. */
export type CipherOf = (key: Uint8Array, iv: Uint8Array) => Cipher;

/** AES in JavaScript, which runs everywhere and is synchronous; the browser's own AES is asynchronous. */
const portableCipher: CipherOf = (key, iv) => ({
  seal: (plain) => toBase64(cbc(key, iv).encrypt(utf8ToBytes(plain))),
  open: (sealed) => bytesToUtf8(cbc(key, iv).decrypt(fromBase64(sealed))),
});

/**
 * The body wrapper of every product call: AES-CBC with a configured key and IV, base64.
 *
 * It is obfuscation for compatibility, not a security control: key and IV ship to every browser.
 * Confidentiality and integrity in transit rest on TLS.
 */
export interface TransportKey extends Cipher {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** A key of 16, 24 or 32 bytes and an IV of 16 bytes, both in hex. Throws if they are not. */
export function transportKey(
  keyHex: string,
  ivHex: string,
  cipherOf: CipherOf = portableCipher,
): TransportKey {
  const key = hexToBytes(keyHex);
  const iv = hexToBytes(ivHex);
  if (![16, 24, 32].includes(key.length)) throw new Error('transport key: 16, 24 or 32 bytes');
  if (iv.length !== 16) throw new Error('transport IV: 16 bytes');
  return { key, iv, ...cipherOf(key, iv) };
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
  transport.seal(JSON.stringify({ nonce, ...payload }));

/** The JSON object in an opened text; undefined if the text is not JSON, or not that of an object. */
export function objectIn(plain: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a sealed text to its JSON object. Returns undefined for every error alike: bad base64, padding,
 * UTF-8, JSON, or JSON that is not an object.
 */
export function open(
  transport: TransportKey,
  sealed: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectIn(transport.open(sealed));
  } catch {
    return undefined;
  }
}
