import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dataKinds,
  isInTime,
  isOver,
  needsTransaction,
  requestKinds,
  requestStates,
  requestTitles,
  tooLateText,
  transactionKinds,
} from './request-rules.ts';

const HOUR_MS = 3_600_000;
const at = Date.parse('2026-11-25T10:00:00Z');
const hours = (count: number): number => at + count * HOUR_MS;

test('KEEP-03 a refund can be asked for within 24 hours, an error reported within 7 days, a complaint always', () => {
  expect(isInTime('refund', at, hours(24))).toBe(true);
  expect(isInTime('refund', at, hours(24) + 1)).toBe(false);
  expect(isInTime('error', at, hours(7 * 24))).toBe(true);
  expect(isInTime('error', at, hours(7 * 24) + 1)).toBe(false);
  expect(isInTime('complaint', at, hours(365 * 24))).toBe(true);
});

test('KEEP-03 too late is said with the ways that remain, and only those', () => {
  fc.assert(
    fc.property(fc.constantFrom(...requestKinds), fc.nat(20 * 24), (kind, passed) => {
      const now = hours(passed);
      const text = tooLateText(kind, at, now);
      expect(text === undefined).toBe(isInTime(kind, at, now));
      if (text === undefined) return;
      expect(text).toContain('You can still');
      expect(text.includes('report an error')).toBe(isInTime('error', at, now));
      expect(text).toContain('send a complaint');
    }),
  );
});

test('HARD-99 KEEP-03 of a refund the way that remains is an error for seven days, and of an error a complaint', () => {
  expect(tooLateText('refund', at, hours(24) + 1)).toBe(
    'A refund can be asked for within 24 hours of the transaction. You can still report an error, or send a complaint.',
  );
  expect(tooLateText('refund', at, hours(7 * 24) + 1)).toBe(
    'A refund can be asked for within 24 hours of the transaction. You can still send a complaint.',
  );
  expect(tooLateText('error', at, hours(7 * 24) + 1)).toBe(
    'An error can be reported within 7 days of the transaction. You can still send a complaint.',
  );
});

test('HARD-99 KEEP-03 a refund and an error are about a transaction, and every kind has a title of its own', () => {
  expect(requestKinds.filter(needsTransaction)).toEqual(['refund', 'error']);
  expect([...transactionKinds, ...dataKinds]).toEqual(requestKinds);
  const titles = requestKinds.map((kind) => requestTitles[kind]);
  expect(new Set(titles).size).toBe(requestKinds.length);
  expect(titles).not.toContain('');
});

test('HARD-99 KEEP-03 what was answered or rejected is over, and an explanation that is due is not', () => {
  expect(requestStates.filter(isOver)).toEqual(['answered', 'rejected']);
});
