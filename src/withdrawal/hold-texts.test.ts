import { expect, test } from 'vitest';
import { formatInstant } from '#core/time/date-text.ts';
import { holdText } from './hold-texts.ts';

test('BEY-14 a hold names the moment it ends as lists and Security do, in the customer’s time zone', () => {
  const now = Date.parse('2026-11-22T06:12:00Z');
  const hold = { until: '2026-11-23T06:12:00Z', reason: 'two-factor' } as const;
  const until = formatInstant(Date.parse(hold.until), 'Australia/Sydney', now);
  expect(until).toMatch(/^Nov 23 at 5:12 PM/);
  expect(holdText(hold, 'Australia/Sydney', now)).toContain(
    `Yours open again on ${until}, in about 24 hours.`,
  );
});
