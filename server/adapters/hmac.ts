import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `hex` is the HMAC of exactly this body; the time it takes says nothing about it. */
export function hmacMatches(
  hash: 'sha256' | 'sha512',
  secret: string,
  body: Uint8Array,
  hex: string,
): boolean {
  const expected = createHmac(hash, secret).update(body).digest();
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
