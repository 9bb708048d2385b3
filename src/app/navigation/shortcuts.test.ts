import { expect, test } from 'vitest';
import { createShortcuts, places } from './shortcuts.ts';

test('EASE-08 g and a letter lead to a page, / searches and ? shows the keys', () => {
  const press = createShortcuts();
  expect(press('/', 0)).toEqual({ kind: 'search' });
  expect(press('?', 1)).toEqual({ kind: 'help' });
  for (const { key, href } of places) {
    expect(press('g', 10)).toBeUndefined();
    expect(press(key, 11)).toEqual({ kind: 'go', href });
  }
});

test('EASE-08 a letter alone, after another key or too late leads nowhere', () => {
  const press = createShortcuts();
  expect(press('w', 0)).toBeUndefined();
  press('g', 10);
  expect(press('a', 11)).toBeUndefined();
  expect(press('w', 12)).toBeUndefined();
  press('g', 20);
  expect(press('w', 1_521)).toBeUndefined();
  press('g', 2_000);
  press('g', 2_001);
  expect(press('w', 2_002)).toEqual({ kind: 'go', href: '/wallet' });
});

test('EASE-08 no two pages have the same letter', () => {
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
});
