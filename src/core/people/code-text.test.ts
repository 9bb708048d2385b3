import { expect, test } from 'vitest';
import { type CodeForm, cleanCode, codeProblem, couldBeCode } from './code-text.ts';

test.each([
  '123-456',
  '123\u2013456',
  '\u200e123456',
  '123\u200b456',
  '１２３４５６',
  '١٢٣٤٥٦',
  ' 123 456\n',
])('BEY-21 HARD-61 pasted %j is a code', (text) => {
  expect(cleanCode(text)).toBe('123456');
});

test.each([
  [6, ['123456', '123 456'], ['1', '12345', '1234567', '12345678', 'ABCDEF']],
  [8, ['12345678', '1234 5678'], ['123456', '1234567', '123456789', 'ABCDEFGH']],
  [
    'factor',
    ['123456', 'ABCD-EFGH-IJKL', 'abcdefghijkl', 'AbCd-_1234567890'],
    ['123', '12345', '1234567', 'ABCD-EFGH'],
  ],
] as const satisfies readonly (readonly [CodeForm, readonly string[], readonly string[]])[])(
  'SPEC-10 a code of a form of %s is sent only in a length that such a code has',
  (form, right, wrong) => {
    for (const code of right) expect([code, codeProblem(code, form)]).toEqual([code, undefined]);
    for (const code of wrong) {
      expect([code, codeProblem(code, form)]).toEqual([code, expect.stringMatching(/^Enter /)]);
    }
  },
);

test('SPEC-10 what no factor could have shown is known by its form', () => {
  expect(['000000', 'ABCDEFGHIJKL', '0123456789abcdef'].map(couldBeCode)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['', '12', '1234567', 'ABC'].map(couldBeCode)).toEqual([false, false, false, false]);
});
