import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `hex` is the HMAC of exactly this body, compared in constant time. */
export function hmacMatches(
  hash: 'sha256' | 'sha512',
  secret: string,
  body: Uint8Array,
  hex: string,
): boolean {
  const expected = createHmac(hash, secret).update(body).digest();
  // Buffer.from stops at the first invalid character and would accept what stood before it.
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length !== expected.length * 2) return false;
  const given = Buffer.from(hex, 'hex');
  return timingSafeEqual(given, expected);
}
