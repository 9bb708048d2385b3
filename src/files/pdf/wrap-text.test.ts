import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

const length = (text: string): number => [...text].length;

test('BEY-22 a text breaks between words, and inside a word that is longer than the line', () => {
  expect(wrapText('Deposit of Bitcoin', 10, length)).toEqual(['Deposit of', 'Bitcoin']);
  expect(wrapText('to 0123456789abc', 6, length)).toEqual(['to', '012345', '6789ab', 'c']);
  expect(wrapText('', 5, length)).toEqual(['']);
});

test('BEY-22 no line is too long, and no character other than white space is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const lines = wrapText(text, width, length);
      expect(lines.every((line) => length(line) <= width)).toBe(true);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
