import { expect, test } from 'vitest';
import {
  beforeDay,
  briefDay,
  buyTitle,
  comingDay,
  dayText,
  runText,
  spreadText,
  untilDay,
} from './recurring-texts.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');

test('BANK-08 a day is told as it is written, whatever the zone of the device', () => {
  expect(dayText('2026-12-07', NOW)).toBe('Monday, Dec 7');
  expect(dayText('2027-01-31', NOW)).toBe('Sunday, Jan 31, 2027');
});

test('BANK-08 what is bought, at which spread at most, and what became of a day', () => {
  expect(buyTitle({ amount: '1250', cash_id: 'AUD', currency_id: 'BTC' })).toBe(
    'AU$1,250.00 of Bitcoin',
  );
  expect(spreadText(50)).toBe('0.5%');
  expect(runText({ on: '2026-12-07', outcome: 'short' }, NOW)).toBe(
    'Monday, Dec 7: Skipped, there was not enough cash',
  );
  // What the limit of an overdue account skipped is not said to be the customer's doing (KEEP-09).
  expect(runText({ on: '2026-12-07', outcome: 'limited' }, NOW)).toBe(
    'Monday, Dec 7: Skipped, your data had to be updated first',
  );
});

test('BANK-08 EYE-07 a day to come is today or tomorrow where it is, by the customer’s own clock', () => {
  // At 10:00 UTC the day of Sydney has three hours left; a purchase runs at 1:00 PM there.
  const clock = { now: Date.parse('2026-12-01T10:00:00Z'), timeZone: 'Australia/Sydney' };
  expect(comingDay('2026-12-02', clock)).toBe('tomorrow');
  const [early, late, after] = [
    '2026-12-01T22:00:00Z',
    '2026-12-02T01:59:00Z',
    '2026-12-02T02:01:00Z',
  ].map((at) => ({ ...clock, now: Date.parse(at) }));
  if (!early || !late || !after) throw new Error('no clock');
  expect([early, late, after].map((at) => comingDay('2026-12-02', at))).toEqual([
    'today',
    'today',
    'today',
  ]);
  expect(briefDay('2026-12-02', early)).toBe('today');
  expect(briefDay('2026-12-04', early)).toBe('Fri, Dec 4');
  expect(comingDay('2026-12-04', early)).toBe('Friday, Dec 4');
  expect(['today', 'Friday, Dec 4'].map(beforeDay)).toEqual(['', 'on ']);
  expect(untilDay('2026-12-02', clock)).toBe('before tomorrow');
  expect(untilDay('2026-12-02', early)).toMatch(/^before 1:00 PM( \(Sydney\))? today$/);
  expect(untilDay('2026-12-02', after)).toBe('today');
  expect(untilDay('2026-12-04', early)).toBe('before Friday, Dec 4');
});
