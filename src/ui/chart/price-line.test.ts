import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  linePath,
  moveOfDay,
  moveOver,
  nearest,
  priceLine,
  readWorth,
  spanText,
} from './price-line.ts';

const points = (...prices: string[]) => prices.map((price, i) => ({ at: i * 1000, price }));

test('D26 a line runs from its first to its last moment and knows its lowest and its highest price', () => {
  const line = priceLine(points('100', '140', '80.5'));
  expect(line?.places.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(line?.low.price).toBe('80.5');
  expect(line?.high).toEqual({ at: 1000, price: '140' });
  expect(line?.ticks.map(({ text }) => text)).toEqual(['80', '100', '120', '140']);
});

test('D26 a price that never moves is a line through the middle, and the marks of small prices keep their digits', () => {
  expect(priceLine(points('1', '1', '1'))?.places.every(({ y }) => y === 0.5)).toBe(true);
  const small = priceLine(points('0.00001234', '0.00001301'));
  expect(small?.ticks.length).toBeGreaterThan(1);
  expect(new Set(small?.ticks.map(({ text }) => text)).size).toBe(small?.ticks.length);
});

test('D26 no line is drawn through a single point or with a value that is not a price', () => {
  expect(priceLine(points('1'))).toBeUndefined();
  expect(priceLine(points('1', 'x'))).toBeUndefined();
  expect(priceLine(points('1', '0'))).toBeUndefined();
});

test('D26 the point nearest to a position is found', () => {
  const places = [0, 0.5, 1].map((x) => ({ x, y: 0 }));
  expect([-1, 0.2, 0.3, 0.74, 0.76, 9].map((x) => nearest(places, x))).toEqual([0, 0, 1, 1, 2, 2]);
});

test('D26 every point and mark stands inside the chart', () => {
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

test('D26 the move of a price has a sign, in money and in percent', () => {
  const far = (...prices: string[]) => {
    const move = moveOver(points(...prices));
    return move && [move.amount, move.percent, move.spanMs, move.small];
  };
  expect(far('100', '80', '140')).toEqual(['40', '40', 2000, false]);
  expect(far('3', '2')).toEqual(['-1', '-33.33', 1000, false]);
  expect(far('2', '0.5')).toEqual(['-1.5', '-75', 1000, true]);
  expect(far('2', '2')).toEqual(['0', '0', 1000, false]);
  expect(far('2')).toBeUndefined();
  expect(far('0', '2')).toBeUndefined();
});

test('D26 a span is told as long as it is', () => {
  const hours = (count: number) => spanText(count * 3_600_000);
  expect([0.2, 1, 23.6, 47].map(hours)).toEqual(['1 hour', '1 hour', '24 hours', '47 hours']);
  expect([48, 24 * 7, 24 * 30].map(hours)).toEqual(['2 days', '7 days', '30 days']);
  expect([24 * 365 - 12, 24 * 1095].map(hours)).toEqual(['1 year', '3 years']);
});

test('D26 a span within a tenth of the period asked for is told as that period', () => {
  const hours = (count: number, days: number) => spanText(count * 3_600_000, days);
  expect([22.6, 23, 24.4].map((count) => hours(count, 1))).toEqual(Array(3).fill('24 hours'));
  expect(hours(24 * 29, 30)).toBe('30 days');
  expect(hours(24 * 360, 365)).toBe('1 year');
  expect(hours(24 * 20, 30)).toBe('20 days');
  expect(hours(5, 1)).toBe('5 hours');
});

test('WAL-05 the move of a day keeps the market’s percentage, and its money is exact to the last digit', () => {
  const of = (price: string, percent: string) => {
    const move = moveOfDay(price, percent);
    return move && [move.amount, move.percent, move.spanMs, move.small];
  };
  expect(of('110', '10')).toEqual(['10', '10', 86_400_000, false]);
  expect(of('90000.45', '-10')).toEqual(['-10000.05', '-10', 86_400_000, false]);
  expect(of('0.5', '0')).toEqual(['0', '0', 86_400_000, true]);
  expect(of('100', '-100')).toBeUndefined();
  expect(of('x', '1')).toBeUndefined();
  expect(of('1', 'x')).toBeUndefined();
});

test('INS-01 what was worth nothing has a line on the ground, and a line is broken where nothing is known', () => {
  const flat = priceLine(points('0', '0'), readWorth);
  expect(flat?.places.every(({ y }) => y === 1)).toBe(true);
  const broken = [
    { at: 0, price: '1' },
    { at: 1, price: '1' },
    { at: 4, price: '1', apart: true },
  ];
  const line = priceLine(broken, readWorth);
  expect(line && linePath(line, broken, 4, 2)).toBe('M0.0 1.0L1.0 1.0M4.0 1.0');
});

test('EYE-12 U50 marks that are whole thousands are said in thousands, which leaves the line its room', () => {
  const texts = (...prices: string[]) =>
    priceLine(points(...prices))?.ticks.map(({ text }) => text);
  expect(texts('137500', '140900')).toEqual(['138K', '139K', '140K', '141K']);
  expect(texts('139500', '139900')?.[0]).toMatch(/^139,\d00$/);
});
