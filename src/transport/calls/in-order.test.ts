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

test('a question that is asked instead of the earlier ones outdates them at once', () => {
  const { ask, askOnly } = inOrder();
  const earlier = ask();
  const only = askOnly();
  expect(earlier()).toBe(false);
  expect(only()).toBe(true);
});

test('an answer counts only for the customer who asked, and for nobody if nobody did', () => {
  let customer: string | undefined = 'anna';
  const { ask } = inOrder(() => customer);
  const annas = ask();
  customer = undefined;
  const nobodys = ask();
  expect([annas(), nobodys()]).toEqual([false, false]);
  customer = 'ben';
  expect([annas(), nobodys(), ask()()]).toEqual([false, false, true]);
  customer = 'anna';
  expect(annas(false)).toBe(false);
});
