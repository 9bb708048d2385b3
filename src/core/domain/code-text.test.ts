import { expect, test } from 'vitest';
import { cleanCode } from './code-text.ts';

test.each([
  '123-456',
  '123\u2013456',
  '\u200e123456',
  '123\u200b456',
  '１２３４５６',
  '١٢٣٤٥٦',
  ' 123 456\n',
])('HARD-61 pasted %j is a code', (text) => {
  expect(cleanCode(text)).toBe('123456');
});
