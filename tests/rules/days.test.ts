import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/**
 * Ways to make a day of an instant: `Intl`, the methods of `Date`, a cut ISO text, SQL, and `dayIn` with a zone that is
 * not the reader's.
 */
const DAYS =
  /DateTimeFormat\(|\.toLocaleDateString\(|\.toDateString\(|dateStyle|\.get(?:UTC)?Date\(|\.toISOString\(\)\s*\.(?:slice|substring)\(0, 10\)|as_of\.slice\(0, 10\)|\bdayIn\(\s*'\w*'|\bto_char\(|month: '(?:long|short|numeric)'/g;

const daysIn = (code: string): readonly string[] =>
  [...code.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '').matchAll(DAYS)].map(([found]) => found);

/** What makes a day elsewhere than in `date-text.ts`, and why it is no customer's day of an instant. */
const others: Readonly<Record<string, string>> = {
  // Days and months of the calendar: they are given as such, and no instant stands behind them.
  'src/core/time/month.ts': 'the name of a month',
  'src/core/time/months-after.ts': 'months later, at the same time',
  'src/core/time/recurrence.ts': 'days of a recurring purchase',
  'src/core/statement/statement.ts': 'whether a date exists',
  'src/core/statement/tax-rules.ts': 'where a day begins in a zone',
  'src/core/people/validation.ts': 'whether a date exists',
  'src/features/auth/sign-up/birth-calendar.tsx': 'a date of birth',
  'src/features/profile/account-form.ts': 'a date of birth',
  'src/core/time/typed-day.ts': 'days that were typed or chosen',
  'src/features/transactions/dates/presets.ts': 'the first and last day of a month or tax year',
  'src/features/transactions/dates/range-calendar.tsx': 'days of the calendar',
  'src/automatic/new-buy-dialog.tsx': 'the last day that a field takes',
  'src/automatic/recurring-texts.ts': 'days of a recurring purchase',
  'src/history/months.ts': 'the name of a month',
  'src/features/transactions/tax-table.ts': 'a year later in the calendar, in the report’s zone',
  // In the device's or the customer's zone, with the time.
  'src/core/time/clock-text.ts': 'a moment with its time, without Intl',
  'src/core/time/many-timestamps.ts': 'date-text.ts for thousands, in the zone of a file',
  'src/core/time/wait-text.ts': 'whether a moment is today; the text says in how many days',
  'src/platform/time/time-zone.ts': 'the device’s zone',
  // For machines.
  'server/adapters/bank/camt053.ts': 'a bank’s day',
  'server/adapters/forex/bundled.ts': 'the day of a rate',
  'server/adapters/forex/guarded-rates.ts': 'the day of a rate',
  'server/adapters/forex/http-forex.ts': 'the day of a rate',
  'server/adapters/payment/hosted-page-disputes.ts': 'a card provider’s day',
  'server/adapters/payment/sandbox-payment.ts': 'a card provider’s day',
  'server/services/money-in/bank/bank-days.ts': 'a bank’s day',
  'server/services/money-in/bank/bank-movements.ts': 'a bank’s day',
  'server/services/money-in/bank/bank-statements.ts': 'a bank’s day',
  'server/services/records/gains/tax-basis.ts': 'whether a zone exists',
  'server/services/records/portfolio/past-prices.ts': 'the day of a price, by UTC',
  'server/services/money-in/purchases/card-settlements.ts': 'a card provider’s day',
  'server/services/records/wallet/statement-search.ts':
    'a zone’s distance to UTC, and what is searched',
  // The law's own working days, in the officer's country.
  'src/core/time/business-time.ts': 'working days of AUSTRAC’s deadlines',
};

test('HARD-76 a day without a time is made in one place, so that it is the customer’s', () => {
  const found = globSync('{src,sw,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.includes('/migrations/'))
    .filter((file) => daysIn(readFileSync(join(root, file), 'utf8')).length > 0);
  expect(found).toContain('src/core/time/date-text.ts');
  expect(found.toSorted()).toEqual(
    ['src/core/time/date-text.ts', ...Object.keys(others)].toSorted(),
  );
});

test.each([
  ["new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })", 2],
  ['new Date(at).toLocaleDateString()', 1],
  ['row.due_at.toISOString().slice(0, 10)', 1],
  ["dayIn('UTC', at)", 1],
  ['dayIn(timeZone, at)', 0],
  ['formatDay(at, session.timeZone)', 0],
  [' * `new Date(at).toDateString()` in a comment', 0],
  ["at.toISOString().slice(0, 16).replace('T', ' ')", 0],
])('HARD-76 the rule reads %j', (code, count) => {
  expect(daysIn(code)).toHaveLength(count);
});
