import { expect, test } from 'vitest';
import { formatInstant } from '#core/domain/date-text.ts';
import { holdText, newnessText } from './texts.ts';

test('BEY-14 why an address counts as new is said as it is', () => {
  expect(newnessText({ known: 'new' }, '7')).toBe('You have never sent to this address.');
  expect(newnessText({ known: 'new', otherTag: true }, '7')).toContain('with this tag');
  expect(newnessText({ known: 'new', otherTag: true }, '')).toContain('without a tag');
  // Never “never sent to”: of an entry that is too young that is not what counts.
  expect(newnessText({ known: 'new', label: 'Vault', otherTag: true }, '7')).toBe(
    '“Vault” has been in your address book for less than a day.',
  );
});

test('BEY-14 a hold names the moment it ends as lists and Security do, in the customer’s time zone', () => {
  const now = Date.parse('2026-11-22T06:12:00Z');
  const hold = { until: '2026-11-23T06:12:00Z', reason: 'two-factor' } as const;
  const until = formatInstant(Date.parse(hold.until), 'Australia/Sydney', now);
  expect(until).toMatch(/^November 23 at 5:12 PM/);
  expect(holdText(hold, 'Australia/Sydney', now)).toContain(
    `Yours open again on ${until}, in about 24 hours.`,
  );
});
