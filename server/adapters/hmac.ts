import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `hex` is the HMAC of exactly this body; the time it takes says nothing about it. */
export function hmacMatches(
  hash: 'sha256' | 'sha512',
  secret: string,
  body: Uint8Array,
  hex: string,
): boolean {
  const expected = createHmac(hash, secret).update(body).digest();
  // The decoder itself stops at the first odd character and takes what stood before it.
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length !== expected.length * 2) return false;
  const given = Buffer.from(hex, 'hex');
  return timingSafeEqual(given, expected);
}
