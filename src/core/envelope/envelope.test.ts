import { base64 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { developmentKey } from './development-key.ts';
import { nonceOf, open, seal, transportKey } from './envelope.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const nonce = 'ab'.repeat(16);

test('NET-01 a sealed payload opens to itself with its nonce', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
      const { nonce: _own, __proto__: _proto, ...rest } = payload;
      const plain = JSON.parse(JSON.stringify(rest));
      expect(open(transport, seal(transport, rest, nonce))).toEqual({ nonce, ...plain });
    }),
  );
});

test('NET-01 the nonce is the first field, so messages differ from the first block on', () => {
  const first = base64.decode(seal(transport, { a: 1 }, '0'.repeat(32))).slice(0, 16);
  const second = base64.decode(seal(transport, { a: 1 }, '1'.repeat(32))).slice(0, 16);
  expect(first).not.toEqual(second);
});

/** NIST SP 800-38A, F.2.1 CBC-AES128.Encrypt: our key, IV and mode are the standard's. */
test('NET-01 the cipher is AES-CBC: a published vector decrypts to its plaintext', async () => {
  const { cbc } = await import('@noble/ciphers/aes.js');
  const { hex } = await import('@scure/base');
  const vector = transportKey(
    '2b7e151628aed2a6abf7158809cf4f3c',
    '000102030405060708090a0b0c0d0e0f',
  );
  const cipher = hex.decode('7649abac8119b246cee98e9b12e9197d');
  const plain = cbc(vector.key, vector.iv, { disablePadding: true }).decrypt(cipher);
  expect(hex.encode(plain)).toBe('6bc1bee22e409f96e93d7e117393172a');
});

test('NET-01 everything broken is one and the same failure', () => {
  const sealed = seal(transport, { a: 1 }, nonce);
  const flipped = base64.decode(sealed);
  flipped[0] = (flipped[0] ?? 0) ^ 0xff;
  const other = transportKey('00'.repeat(32), '00'.repeat(16));
  for (const broken of [
    '',
    'not base64!',
    sealed.slice(0, -4),
    sealed.slice(1),
    base64.encode(flipped),
    seal(other, { a: 1 }, nonce),
    base64.encode(new Uint8Array(16)),
  ]) {
    expect(open(transport, broken)).toBeUndefined();
  }
});

test('NET-01 random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 256 }), (bytes) => {
      expect(() => open(transport, base64.encode(bytes))).not.toThrow();
    }),
    { numRuns: 1_000 },
  );
});

test('NET-01 keys and nonces of a wrong length are refused at once', () => {
  expect(() => transportKey('00', developmentKey.iv)).toThrow('transport key');
  expect(() => transportKey(developmentKey.key, '00')).toThrow('transport IV');
  expect(() => transportKey('zz', developmentKey.iv)).toThrow();
  expect(() => nonceOf(new Uint8Array(8))).toThrow('nonce');
});
