import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('what was asked for earlier than what was answered is no news', () => {
  const { ask } = inOrder();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(first(true)).toBe(true);
  expect(third(true)).toBe(true);
  expect(second(true)).toBe(false);
  expect(second(false)).toBe(false);
});

test('what the device kept is shown before its answer, and outdates nothing', () => {
  const { ask } = inOrder();
  const [first, second] = [ask(), ask()];
  expect(second(false)).toBe(true);
  expect(first(true)).toBe(true);
  expect(second(true)).toBe(true);
});

test('once the answer has changed, what was asked before is no news, answered or not', () => {
  const { ask, changed } = inOrder();
  const before = ask();
  changed();
  const after = ask();
  expect(before(true)).toBe(false);
  expect(after(false)).toBe(true);
  expect(after(true)).toBe(true);
});
