import { expect, test } from 'vitest';
import { austracClocks } from './austrac-clocks.ts';

const due = (...asked: Parameters<typeof austracClocks>): readonly string[] =>
  austracClocks(...asked).map((clock) => new Date(clock.due).toISOString());

test('KEEP-13 a suspicion is told to AUSTRAC within 24 hours or 3 business days of Sydney, by what is suspected', () => {
  // Thursday before Christmas, in the evening in Sydney: Monday is the day for Boxing Day.
  const since = Date.parse('2026-12-24T08:00:00Z');
  expect(due('suspicion', since)).toEqual(['2026-12-25T08:00:00.000Z', '2026-12-31T06:00:00.000Z']);
});

test('KEEP-13 what is reported for its worth is told to AUSTRAC within 10 business days of Sydney', () => {
  // The clocks of Sydney go forward between, and Labour Day is free.
  const since = Date.parse('2026-09-28T01:00:00Z');
  expect(due('transfer', since)).toEqual(['2026-10-13T06:00:00.000Z']);
});
