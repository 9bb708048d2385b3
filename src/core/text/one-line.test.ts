import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlank, oneLine } from './one-line.ts';

test('HARD-29 what others write is one line without control or direction characters', () => {
  expect(oneLine('x\nhttps://kopa-help.example')).toBe('x https://kopa-help.example');
  expect(oneLine(' a\u202eb\u0000\u2028c\u0085\t d ')).toBe('a b c d');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = oneLine(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(oneLine(line)).toBe(line);
    }),
  );
});

test('HARD-29 what people write in their language stays as it is', () => {
  for (const text of ['بابا من العمل', 'می‌خواهم', '👩‍👧 Ann', 'Rūta O’Neill-Kazlauskaitė']) {
    expect(oneLine(text)).toBe(text);
    expect(isBlank(text)).toBe(false);
  }
});

test('HARD-29 what nobody sees is blank', () => {
  for (const text of ['', ' ', '\u200b\u200b', '\u3164', '\u00ad\u2060', '\u2800', '\ufe0f']) {
    expect(isBlank(text)).toBe(true);
  }
});
