import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp } from '@scure/base';

/** The longest text worth decoding: the cost of base58 grows with the square of the length. */
const LONGEST = 120;

function decoded(alphabet: typeof base58, text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return alphabet.decode(text);
  } catch {
    return undefined;
  }
}

/** The first four bytes of SHA-256 applied twice. */
const checksum = (body: Uint8Array): Uint8Array => sha256(sha256(body)).subarray(0, 4);

/** The payload in front of its checksum. */
function payload(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (!bytes || bytes.length < 5) return undefined;
  const body = bytes.subarray(0, -4);
  const sum = checksum(body);
  return bytes.subarray(-4).every((byte, i) => byte === sum[i]) ? body : undefined;
}

/** The bytes of a base58 text without a checksum. */
export const base58Bytes = (text: string): Uint8Array | undefined => decoded(base58, text);

/** The payload of a base58check text in Bitcoin's alphabet, or undefined. */
export const base58Payload = (text: string): Uint8Array | undefined =>
  payload(decoded(base58, text));

/** The same in the alphabet of the XRP Ledger. */
export const base58XrpPayload = (text: string): Uint8Array | undefined =>
  payload(decoded(base58xrp, text));

/** The text of such a payload. */
export const base58XrpText = (body: Uint8Array): string =>
  base58xrp.encode(Uint8Array.of(...body, ...checksum(body)));
