import { expect, test } from 'vitest';
import { checkBookOnly } from './address-book-only.ts';
import { checkHold } from './security-hold.ts';

const now = Date.parse('2026-11-29T22:00:00Z');
const melbourne = { country_code: 'AU', state: 'VIC' };

test('EYE-10 a held withdrawal says when it opens in the account’s zone, with UTC beside it', () => {
  const held = {
    withdrawals_frozen: false,
    withdrawals_held_until: new Date('2026-11-30T23:07:00Z'),
    withdrawals_held_for: 'password-reset',
  };
  expect(checkHold({ ...held, ...melbourne }, now)?.refusal.message).toContain(
    'Yours open again on Dec 1, 2026 at 10:07 AM Melbourne time (Nov 30, 23:07 UTC).',
  );
  expect(
    checkHold({ ...held, country_code: '', state: '' }, now)?.refusal.message,
    'of a country that is not known',
  ).toContain('Yours open again on Nov 30, 2026 at 11:07 PM UTC.');
});

test('EYE-10 so does a recipient that was saved while “address book only” is on', () => {
  const to = { network: 'Ethereum', address: '0xabc', tag: '' };
  const saved = {
    ...{ address: to.address, tag: '', label: 'Rasa', saved_at: '2026-11-29T21:30:00Z' },
    ...{ trusted: false, sent: false },
  };
  const mode = { book_only_since: new Date('2026-11-28T00:00:00Z'), book_only_until: null };
  expect(checkBookOnly([saved], { ...mode, ...melbourne }, to, now)?.refusal.message).toContain(
    'You can send to it from Dec 1, 2026 at 8:30 AM Melbourne time (',
  );
});
