import { createHash } from 'node:crypto';
import { seal } from '#core/envelope/envelope.ts';
import { transport } from './api-client.ts';

/** A generator of pseudo-random whole numbers below a bound: the same seed gives the same numbers. */
function numbers(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    const hash = createHash('sha256').update(`${seed}:${count++}`).digest();
    return hash.readUInt32BE() % below;
  };
}

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  '\uD800',
  '😀',
  '\u202Eevil',
  '<img src=x onerror=alert(1)>',
  "'; drop table users; --",
  '$' + '{7*7}',
  '__proto__',
  '1e9',
  'NaN',
  '٣',
  'x'.repeat(10_000),
  [],
  {},
  [[[[]]]],
  { toString: 1 },
];

const fields: readonly string[] = [
  ...['email', 'password', 'otp', 'code', 'refreshToken', 'amount', 'currencyId', 'security_key'],
  ...['sessionId', 'address', 'constructor', '__proto__', 'limit', 'offset', 'userId'],
];

/**
 * The body of a request that no page would send, made from a seed: noise, a broken envelope, or a correct envelope
 * around values that fit no contract. No body has a valid nonce, so the server must refuse them all.
 */
export function brokenEnvelope(seed: string): string | Uint8Array<ArrayBuffer> {
  const below = numbers(seed);
  const bytes = (length: number) => Uint8Array.from({ length }, () => below(256));
  const payload = () =>
    Object.fromEntries(
      Array.from({ length: below(6) }, () => [
        fields[below(fields.length)] ?? '',
        values[below(values.length)],
      ]),
    );
  const badNonces = ['', 'A'.repeat(32), 'g'.repeat(32), '0'.repeat(31), '0'.repeat(33)];
  const sealed = () => seal(transport, payload(), badNonces[below(badNonces.length)] ?? '');
  switch (below(8)) {
    case 0:
      return bytes(below(300));
    case 1:
      return JSON.stringify(payload());
    case 2:
      return JSON.stringify({ req: values[below(values.length)] });
    case 3:
      return JSON.stringify({ req: Buffer.from(bytes(16 * below(20))).toString('base64') });
    case 4:
      return JSON.stringify({ req: sealed() });
    case 5:
      return JSON.stringify({ req: sealed().slice(0, below(60)) });
    case 6: {
      const text = sealed();
      const at = below(text.length);
      const swapped = text[at] === 'A' ? 'B' : 'A';
      return JSON.stringify({ req: text.slice(0, at) + swapped + text.slice(at + 1) });
    }
    default:
      return '['.repeat(below(50_000));
  }
}
