import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curveOf, DUNE, type DunePoint, duneOf } from './dune-path.ts';

const numbersIn = (path: string): readonly number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number);

const line = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 400 })
  .map((heights): readonly DunePoint[] =>
    heights.map((y, i) => ({ x: i / (heights.length - 1), y })),
  );

test('EYE-03 the dune never rises above a value, nor falls below one, that was not there', () => {
  fc.assert(
    fc.property(line, (places) => {
      const heights = numbersIn(duneOf(places).ridge).filter((_, i) => i % 2 === 1);
      const [most, least] = [Math.max(...heights), Math.min(...heights)];
      const [first, ...others] = places.map(({ y }) => y);
      const range = [Math.min(first ?? 0, ...others), Math.max(first ?? 0, ...others)];
      expect(least).toBeGreaterThanOrEqual(8 + (range[0] ?? 0) * 38 - 0.06);
      expect(most).toBeLessThanOrEqual(8 + (range[1] ?? 0) * 38 + 0.06);
    }),
  );
});

test('EYE-03 between two places the curve stays between their heights', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 10, y: 30 },
    { x: 20, y: 31 },
    { x: 30, y: 5 },
  ];
  const curves = curveOf(places).split('C').slice(1).map(numbersIn);
  curves.forEach(([, first = 0, , second = 0, , end = 0], i) => {
    const from = places[i]?.y ?? 0;
    for (const y of [first, second]) {
      expect(y).toBeGreaterThanOrEqual(Math.min(from, end));
      expect(y).toBeLessThanOrEqual(Math.max(from, end));
    }
  });
});

test('EYE-03 the dune ends at the value of today', () => {
  fc.assert(
    fc.property(line, (places) => {
      const { ridge, lee, end } = duneOf(places);
      const last = numbersIn(ridge).slice(-2);
      expect(last[0]).toBe(DUNE.width);
      expect(last[1]).toBeCloseTo(8 + (places.at(-1)?.y ?? 0) * 38, 0);
      expect(end * DUNE.height).toBeCloseTo(last[1] ?? 0, 0);
      expect(numbersIn(lee)[1]).toBeCloseTo(last[1] ?? 0, 0);
    }),
  );
});

test('EYE-03 on the first day the sand is flat until the first deposit, and no ridge is on it', () => {
  const places = [
    { x: 0, y: 1 },
    { x: 0.75, y: 1 },
    { x: 1, y: 0 },
  ];
  const { ridge, body } = duneOf(places, { begins: 0.75 });
  expect(numbersIn(ridge).slice(0, 2)).toEqual([750, 46]);
  expect(numbersIn(ridge).slice(-2)).toEqual([1000, 8]);
  expect(numbersIn(body).slice(0, 2)).toEqual([0, 46]);
});
