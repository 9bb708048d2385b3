import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, seal, type TransportKey, transportKey } from '#core/envelope/envelope.ts';
import { nodeCipher } from './node-cipher.ts';

const nonce = 'ab'.repeat(16);
const iv = '000102030405060708090a0b0c0d0e0f';
const pairs = [16, 24, 32].map((bytes): readonly [TransportKey, TransportKey] => {
  const key = '2b'.repeat(bytes);
  return [transportKey(key, iv), transportKey(key, iv, nodeCipher)];
});

test('NET-01 the server seals to the same text as the page, and opens what the page seals', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      for (const [page, server] of pairs) {
        const sealed = seal(page, { text }, nonce);
        expect(seal(server, { text }, nonce)).toBe(sealed);
        expect(open(server, sealed)).toEqual(open(page, sealed));
      }
    }),
  );
});

test('NET-01 the server refuses exactly the texts that the page refuses', () => {
  const [[page, server] = []] = pairs;
  if (!page || !server) throw new Error('no keys');
  const whole = seal(page, { a: 1 }, nonce);
  const change = fc.record({ at: fc.nat(whole.length - 1), by: fc.string({ maxLength: 4 }) });
  fc.assert(
    fc.property(change, ({ at, by }) => {
      const changed = whole.slice(0, at) + by + whole.slice(at + by.length);
      expect(open(server, changed)).toEqual(open(page, changed));
    }),
    { numRuns: 500 },
  );
  expect(open(server, ` ${whole}`)).toBeUndefined();
});
