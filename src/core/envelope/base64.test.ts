import { base64 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

test('NET-01 bytes of any length are the base64 that others read, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64(bytes)).toBe(base64.encode(bytes));
      expect(fromBase64(base64.encode(bytes))).toEqual(Uint8Array.from(bytes));
    }),
  );
  const long = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
  expect(fromBase64(toBase64(long))).toEqual(long);
});

test('NET-01 what is not whole base64 is refused', () => {
  for (const text of [
    'Y',
    'YQ',
    'YQ=',
    'Y Q=',
    ' YQ==',
    'YQ==\n',
    'YQ==YQ==',
    'YQ-_',
    '====',
    'é===',
  ]) {
    expect(() => fromBase64(text), text).toThrow();
  }
  expect(fromBase64('')).toEqual(new Uint8Array());
});
