import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainEmail } from './email-address.ts';
import { checkEmail } from './validation.ts';

test('HARD-29 every spelling of one mailbox is one address', () => {
  const spellings = [
    'jose\u0301@bücher.test',
    ' José@BÜCHER.test ',
    'jos\u00e9@xn--bcher-kva.test',
    'jo\u200bs\u00e9@bu\u0308cher.test',
    'jo\u00ads\u00e9@bücher.test\u202e',
    'jos\u00e9\u0001\u007f\u0085@bücher.test',
    'jos\u00e9@bücher\u3002test',
  ];
  expect(new Set(spellings.map(plainEmail))).toEqual(new Set(['jos\u00e9@xn--bcher-kva.test']));
  expect(plainEmail('V@\uff4bopa.test')).toBe('v@kopa.test');
  for (const spelling of spellings) expect(checkEmail(plainEmail(spelling))).toBeUndefined();
});

test('HARD-29 mailboxes that differ stay different, and what is no address stays none', () => {
  const others = ['ann@kopa.test', 'аnn@kopa.test', 'an.n@kopa.test', 'ann+1@kopa.test'];
  expect(new Set(others.map(plainEmail)).size).toBe(4);
  for (const wrong of ['', 'ann', '@kopa.test', 'ann@', 'ann@a%2ekopa.test', 'a@b@c.test']) {
    expect(checkEmail(plainEmail(wrong))).toBeDefined();
  }
  expect(checkEmail('ann@почта.рф')).toBeUndefined();
  expect(checkEmail(plainEmail('ann@почта.рф'))).toBeUndefined();
});

test('HARD-29 a plain address is plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.domain(), (local, domain) => {
      const plain = plainEmail(`${local}@${domain}`);
      expect(plainEmail(plain)).toBe(plain);
    }),
  );
});
