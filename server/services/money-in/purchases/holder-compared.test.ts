import { expect, test } from 'vitest';
import { holderNamed } from './holder-compared.ts';

test.each([
  ['MR JÖRG O’NEILL-SMITH', 'MR JÖRG O’NEILL-SMITH'],
  ['SMITH/JOHN.MR', 'SMITH JOHN.MR'],
  ['  Ann\tOther ', 'Ann Other'],
  [undefined, undefined],
  ['', undefined],
  ['**** 4242', undefined],
  ['CARDHOLDER', undefined],
  ['Valued Customer', undefined],
  ['N/A', undefined],
  ['-', undefined],
])('SPEC-06 a card that says %j bears the name %j', (text, name) => {
  expect(holderNamed(text)).toBe(name);
});
