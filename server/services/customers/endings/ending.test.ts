import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimUntil, endsAt, LEAST_BETWEEN_MS, nextStep } from './ending.ts';

const at = (text: string): number => Date.parse(text);
const DAY = 24 * 3_600_000;

test('KEEP-12 with notice it ends two months later, at once it ends at once, and a year is left to take what is held', () => {
  expect(endsAt(at('2026-12-31T10:00:00Z'), false)).toBe(at('2027-02-28T10:00:00Z'));
  expect(endsAt(at('2026-12-31T10:00:00Z'), true)).toBe(at('2026-12-31T10:00:00Z'));
  expect(claimUntil(at('2028-02-29T10:00:00Z'))).toBe(at('2029-02-28T10:00:00Z'));
});

test('KEEP-12 it is over after the end and three reminders, in this order, a week apart, however late each is done', () => {
  const late = fc.array(fc.integer({ min: 0, max: 800 * DAY }), { minLength: 5, maxLength: 5 });
  const told = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
  fc.assert(
    fc.property(told, fc.boolean(), late, (begun, atOnce, delays) => {
      const ends = endsAt(begun, atOnce);
      const until = claimUntil(ends);
      const done: { step: string; at: number }[] = [];
      let last: number | undefined;
      for (const delay of delays) {
        const next = nextStep({ ends, until, done: done.length, last });
        if (!next) throw new Error('too few steps');
        last = next.at + delay;
        done.push({ step: next.step, at: last });
      }
      expect(nextStep({ ends, until, done: done.length, last })).toBeUndefined();
      expect(done.map(({ step }) => step)).toEqual([
        ...['ended', 'reminder', 'reminder', 'reminder', 'over'],
      ]);
      expect(done[4]?.at).toBeGreaterThanOrEqual(until);
      for (const [index, { at: moment }] of done.entries()) {
        const before = done[index - 1];
        if (before) expect(moment - before.at).toBeGreaterThanOrEqual(LEAST_BETWEEN_MS);
      }
    }),
  );
});
