import { expect, test } from 'vitest';
import { datesText, presetOf, presetsAt } from './presets.ts';

const at = Date.parse('2026-11-30T14:00:00Z');
const spanOf = (name: string, isJuly: boolean, now = at, zone = 'Australia/Sydney') => {
  const { from, until } = presetsAt(now, zone, isJuly).find((one) => one.name === name)?.dates ?? {
    ...{ from: undefined, until: undefined },
  };
  return [from, until];
};

test('EYE-04 last month is the calendar month before that of the account’s time zone', () => {
  // In Sydney it is December already.
  expect(spanOf('Last month', true)).toEqual(['2026-11-01', '2026-11-30']);
  expect(spanOf('Last month', true, at, 'UTC')).toEqual(['2026-10-01', '2026-10-31']);
  const january = Date.parse('2027-01-05T00:00:00Z');
  expect(spanOf('Last month', false, january, 'UTC')).toEqual(['2026-12-01', '2026-12-31']);
});

test('EYE-04 a tax year is the market’s: from July in Australia, from January elsewhere', () => {
  expect(spanOf('This tax year', true)).toEqual(['2026-07-01', '2027-06-30']);
  expect(spanOf('Last tax year', true)).toEqual(['2025-07-01', '2026-06-30']);
  expect(spanOf('This tax year', false)).toEqual(['2026-01-01', '2026-12-31']);
  const june = Date.parse('2026-06-30T00:00:00Z');
  expect(spanOf('This tax year', true, june, 'UTC')).toEqual(['2025-07-01', '2026-06-30']);
});

test('EYE-04 days look chosen as a preset or as days, never as both', () => {
  const presets = presetsAt(at, 'UTC', true);
  const october = { period: 'All time', from: '2026-10-01', until: '2026-10-31' } as const;
  expect(presetOf(october, presets)?.name).toBe('Last month');
  expect(datesText(october, presets)).toBe('Last month');
  expect(presetOf({ ...october, until: '2026-10-30' }, presets)).toBeUndefined();
  expect(datesText({ ...october, until: '2026-10-30' }, presets)).toBe('Oct 1 – 30, 2026');
  expect(datesText({ period: 'All time' }, presets)).toBe('All time');
  expect(datesText({ period: 'All time', from: '2026-10-01' }, presets)).toBe('From Oct 1, 2026');
  expect(datesText({ period: 'All time', until: '2026-10-01' }, presets)).toBe('Until Oct 1, 2026');
});
