import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KindCount } from '#core/contract/staff/desk.ts';
import { groupsOf, openText } from './case-groups.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-30T10:00:00Z');
const ends = { today: now + 14 * HOUR, week: now + 158 * HOUR };

test('EYE-09 the groups have every case of the list once, in the list’s order, and none without a row is shown', () => {
  const due = fc.option(fc.integer({ min: -500, max: 500 }), { nil: null });
  fc.assert(
    fc.property(fc.array(due), (hours) => {
      const rows = hours
        .toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
        .map((hour, id) => ({
          id,
          due_at: hour === null ? null : new Date(now + hour * HOUR).toISOString(),
        }));
      const groups = groupsOf(rows, ends, undefined);
      expect(groups.flatMap((group) => group.rows)).toEqual(rows);
      expect(groups.every((group) => group.rows.length > 0)).toBe(true);
    }),
  );
});

const counts: readonly KindCount[] = [
  { kind: 'request', open: 144, dated: 144, late: 1, today: 5, week: 52 },
  { kind: 'deposit-aside', open: 72, dated: 0, late: 0, today: 0, week: 0 },
];

test('EYE-09 a group says how many cases it has in all, and the head what is late', () => {
  const at = (hours: number) => ({ due_at: new Date(now + hours * HOUR).toISOString() });
  const rows = [at(-1), at(1), at(100), at(400), { due_at: null }];
  expect(groupsOf(rows, ends, counts).map(({ title, count }) => [title, count])).toEqual([
    ['Late or due today', 5],
    ['Due within seven days', 47],
    ['Due later', 92],
    ['Without a date, oldest first', 72],
  ]);
  expect(openText(216, counts)).toBe('216 open, 1 late, 4 due today');
  expect(openText(1, [])).toBe('1 open');
});
