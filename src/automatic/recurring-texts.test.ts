import { expect, test } from 'vitest';
import { buyTitle, dayText, runText, spreadText } from './recurring-texts.ts';

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
