import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAntiPhishingCode } from './anti-phishing.ts';

test.each(['blue heron', 'Käse-42', '1234', 'قهوة عربية', 'x'.repeat(24)])(
  'SEC-03 %j can be an anti-phishing code',
  (code) => {
    expect(checkAntiPhishingCode(code)).toBeUndefined();
  },
);

test.each([
  '',
  'abc',
  'x'.repeat(25),
  'x'.repeat(10_000),
  '😀😀😀😀',
  '<script>alert(1)</script>',
  'kopa.test/login',
  'two  spaces',
  'line\nbreak',
  '\u202Eabcd',
  ' edge ',
])('SEC-03 %j cannot', (code) => {
  expect(checkAntiPhishingCode(code)).toBeTypeOf('string');
});

test('SEC-03 what is taken can never hold an address, markup or a line of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (code) => {
      if (checkAntiPhishingCode(code) === undefined) expect(code).not.toMatch(/[.:/<>@\r\n\p{C}]/u);
    }),
  );
});
