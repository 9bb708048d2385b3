import { expect, test } from 'vitest';
import { textOf } from './push-text.ts';

test('PROF-06 a push message shows its text and nothing else', () => {
  expect(textOf({ text: 'A deposit has arrived.', more: 1 })).toBe('A deposit has arrived.');
  expect(textOf({ text: 'x'.repeat(999) })).toHaveLength(200);
  for (const wrong of [undefined, null, 'text', {}, { text: 7 }]) {
    expect(textOf(wrong)).toBeUndefined();
  }
});
