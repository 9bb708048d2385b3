import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveOver, nearest, priceLine } from './price-line.ts';

const points = (...prices: string[]) => prices.map((price, i) => ({ at: i * 1000, price }));

test('AST-01 a line knows its ends, its lowest and its highest price', () => {
  const line = priceLine(points('100', '140', '80.5'));
  expect(line?.places.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(line?.low.price).toBe('80.5');
  expect(line?.high).toEqual({ at: 1000, price: '140' });
  expect(line?.ticks.map(({ text }) => text)).toEqual(['80', '100', '120', '140']);
});

test('AST-01 a price that never moves is a line through the middle, and small prices keep their digits', () => {
  expect(priceLine(points('1', '1', '1'))?.places.every(({ y }) => y === 0.5)).toBe(true);
  const small = priceLine(points('0.00001234', '0.00001301'));
  expect(small?.ticks.length).toBeGreaterThan(1);
  expect(new Set(small?.ticks.map(({ text }) => text)).size).toBe(small?.ticks.length);
});

test('AST-01 no line is drawn through one point or through what is no price', () => {
  expect(priceLine(points('1'))).toBeUndefined();
  expect(priceLine(points('1', 'x'))).toBeUndefined();
  expect(priceLine(points('1', '0'))).toBeUndefined();
});

test('AST-01 the point nearest to a place is found', () => {
  const places = [0, 0.5, 1].map((x) => ({ x, y: 0 }));
  expect([-1, 0.2, 0.3, 0.74, 0.76, 9].map((x) => nearest(places, x))).toEqual([0, 0, 1, 1, 2, 2]);
});

test('AST-01 every point and mark stands inside the chart', () => {
  const price = fc.tuple(fc.nat(200_000), fc.nat(99_999_999)).map(([a, b]) => `${a + 1}.${b}`);
  fc.assert(
    fc.property(fc.array(price, { minLength: 2 }), (prices) => {
      const line = priceLine(points(...prices));
      expect(line).toBeDefined();
      for (const { y } of [...(line?.places ?? []), ...(line?.ticks ?? [])]) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(1);
      }
      expect(line?.ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('AST-01 how far a price went is said with its sign, in money and in percent', () => {
  expect(moveOver(points('100', '80', '140'))).toEqual({ amount: '40', percent: '40' });
  expect(moveOver(points('3', '2'))).toEqual({ amount: '-1', percent: '-33.33' });
  expect(moveOver(points('2', '2'))).toEqual({ amount: '0', percent: '0' });
  expect(moveOver(points('2'))).toBeUndefined();
  expect(moveOver(points('0', '2'))).toBeUndefined();
});
