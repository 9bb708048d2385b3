import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthsAfter } from '#core/time/months-after.ts';
import { DATA_UPDATE_OPEN_DAYS } from '#server/policy.ts';
import { dueAfter, dueInGroup, limitedFrom, nextStage, stageOf } from './data-update.ts';
import { riskGroups } from './risk-group.ts';

const at = (text: string): number => Date.parse(text);
const DAY_MS = 86_400_000;
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2120-12-31'), noInvalidDate: true })
  .map((date) => date.getTime());
const group = fc.constantFrom(...riskGroups);

test('KEEP-09 an update is due 3, 2 or 1 years after the last one, and limits 3 months later', () => {
  const updated = at('2026-03-31T10:20:30.400Z');
  expect(dueAfter(updated, 'low')).toBe(at('2029-03-31T10:20:30.400Z'));
  expect(dueAfter(updated, 'medium')).toBe(at('2028-03-31T10:20:30.400Z'));
  expect(dueAfter(updated, 'high')).toBe(at('2027-03-31T10:20:30.400Z'));
  expect(limitedFrom(at('2029-03-31T10:20:30.400Z'))).toBe(at('2029-06-30T10:20:30.400Z'));
  expect(dueAfter(at('2028-02-29T00:00:00Z'), 'high')).toBe(at('2029-02-28T00:00:00Z'));
  expect(limitedFrom(at('2027-11-30T23:59:59Z'))).toBe(at('2028-02-29T23:59:59Z'));
});

test('KEEP-09 months later is so many months in the calendar, at the same time, on the day or the last', () => {
  fc.assert(
    fc.property(moment, fc.nat({ max: 60 }), (from, months) => {
      const [before, after] = [new Date(from), new Date(monthsAfter(from, months))];
      const number = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(number(after) - number(before)).toBe(months);
      expect(after.toISOString().slice(11)).toBe(before.toISOString().slice(11));
      const isLast = new Date(after.getTime() + DAY_MS).getUTCDate() === 1;
      expect(
        after.getUTCDate() === before.getUTCDate() ||
          (isLast && after.getUTCDate() < before.getUTCDate()),
      ).toBe(true);
    }),
  );
});

test('KEEP-09 told 30 and 7 days before, on the day, and once the account is limited', () => {
  const due = at('2029-03-31T10:00:00Z');
  const stages = [
    [due - 30 * DAY_MS, 1],
    [due - 7 * DAY_MS, 2],
    [due, 3],
    [limitedFrom(due), 4],
  ] as const;
  for (const [from, stage] of stages) {
    expect(stageOf(due, from - 1)).toBe(stage - 1);
    expect(stageOf(due, from)).toBe(stage);
    expect(nextStage(due, from - 1)).toBe(from);
  }
  expect(nextStage(due, limitedFrom(due))).toBeUndefined();
  expect(DATA_UPDATE_OPEN_DAYS).toBe(30);
});

test('KEEP-09 a change of group never makes an update due without its reminders', () => {
  fc.assert(
    fc.property(moment, group, group, fc.nat({ max: 1500 }), (updated, before, after, days) => {
      const now = updated + days * DAY_MS;
      const due = dueAfter(updated, before);
      const then = dueInGroup({ updated, due, group: after, now });
      expect(then).toBeGreaterThanOrEqual(Math.min(due, now + 30 * DAY_MS));
      expect(then).toBeGreaterThanOrEqual(dueAfter(updated, after));
      if (after === before) expect(then).toBe(due);
      if (then > due) expect(then).toBe(dueAfter(updated, after));
    }),
  );
});
