import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { whole } from './schemas.ts';

const taken = (value: unknown): boolean => v.safeParse(whole(1, 500), value).success;

test('NET-01 a whole number is taken within its bounds, both included', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), (value) => {
      expect(taken(value)).toBe(value >= 1 && value <= 500);
    }),
  );
  expect([taken(1), taken(500)]).toEqual([true, true]);
});

test('NET-01 what is not a whole number is refused, however close', () => {
  for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null, [5]]) {
    expect(taken(value)).toBe(false);
  }
});
