import { expect, test } from 'vitest';
import { assetCodes } from '#core/money/currencies.ts';
import { drawOf, idOf } from './draw.ts';
import { planYear } from './year.ts';

const now = Date.UTC(2026, 10, 21, 9);
const year = planYear('kopa', now);

test('the demo year is the same every time and lies in the past, oldest event first', () => {
  expect(planYear('kopa', now)).toEqual(year);
  const times = year.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.every((at) => at < now && at > now - 366 * 86_400_000)).toBe(true);
});

test('the demo year has every kind of event, and more than a page of them', () => {
  const count = (kind: string) => year.filter((event) => event.kind === kind).length;
  expect(count('swap')).toBeGreaterThan(30);
  for (const kind of ['deposit', 'purchase', 'withdrawal', 'manual']) {
    expect(count(kind), kind).toBeGreaterThan(5);
  }
  expect(count('trade-out')).toBeGreaterThan(0);
  const manual = year.filter((event) => event.kind === 'manual');
  expect(manual.some((event) => event.out)).toBe(true);
  expect(manual.some((event) => event.comment === 'Transfer from admin')).toBe(true);
  expect(year.length).toBeGreaterThan(100);
});

test('every asset moves in the demo year', () => {
  const moved = new Set(
    year.map((event) => (event.kind === 'swap' ? event.source : event.currency)),
  );
  expect(assetCodes.every((code) => moved.has(code))).toBe(true);
});

test('drawn numbers stay in their range and ids keep their shape', () => {
  const draw = drawOf('x');
  const drawn = Array.from({ length: 500 }, () => draw.between(3, 7));
  expect(new Set(drawn)).toEqual(new Set([3, 4, 5, 6, 7]));
  expect(idOf('a')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(idOf('a')).not.toBe(idOf('b'));
});
