import { createHmac } from 'node:crypto';
import { hmacMatches } from '#server/adapters/party/hmac.ts';

/** The signature of a request to Sumsub: HMAC-SHA256 over time, method, path with query, and body. */
export const signRequest = (
  secret: string,
  seconds: number,
  method: string,
  path: string,
  body: string,
): string => createHmac('sha256', secret).update(`${seconds}${method}${path}${body}`).digest('hex');

const algorithms: ReadonlyMap<string, 'sha256' | 'sha512'> = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

/** Whether a notice is signed with our webhook secret. Weak and unknown algorithms are refused. */
export function noticeIsGenuine(
  secret: string,
  body: Uint8Array,
  digest: string | undefined,
  algorithm: string | undefined,
): boolean {
  const hash = algorithms.get(algorithm ?? '');
  return hash !== undefined && digest !== undefined && hmacMatches(hash, secret, body, digest);
}
