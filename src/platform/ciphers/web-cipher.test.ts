import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { open, seal, transportKey } from '#core/envelope/envelope.ts';
import { openerFor } from './web-cipher.ts';

const nonce = 'ab'.repeat(16);
const keys = [16, 24, 32].map((bytes) =>
  transportKey('2b'.repeat(bytes), '000102030405060708090a0b0c0d0e0f'),
);

test('NET-01 the browser’s AES opens what is sealed, whatever the length of the key', async () => {
  for (const key of keys) {
    const opener = openerFor(key, crypto.subtle);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
        const sealed = seal(key, { text }, nonce);
        expect(await opener(sealed)).toEqual(open(key, sealed));
      }),
    );
  }
});

test('NET-01 the browser’s AES refuses exactly the texts that the portable one refuses', async () => {
  const [key] = keys;
  if (!key) throw new Error('no keys');
  const opener = openerFor(key, crypto.subtle);
  const whole = seal(key, { a: 1 }, nonce);
  const change = fc.record({ at: fc.nat(whole.length - 1), by: fc.string({ maxLength: 4 }) });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, by }) => {
      const changed = whole.slice(0, at) + by + whole.slice(at + by.length);
      expect(await opener(changed)).toEqual(open(key, changed));
    }),
    { numRuns: 500 },
  );
  expect(await opener(` ${whole}`)).toBeUndefined();
});

test('NET-01 the portable AES opens where the browser has none, or does not take the key', async () => {
  const refusing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no such key'));
  for (const key of keys) {
    const sealed = seal(key, { a: 1 }, nonce);
    for (const subtle of [undefined, crypto.subtle]) {
      const opener = openerFor(key, subtle);
      expect([await opener(sealed), await opener(sealed)]).toEqual([
        { nonce, a: 1 },
        { nonce, a: 1 },
      ]);
      expect(await opener(sealed.slice(4))).toEqual(open(key, sealed.slice(4)));
    }
  }
  expect(refusing).toHaveBeenCalledTimes(keys.length);
  refusing.mockRestore();
});
