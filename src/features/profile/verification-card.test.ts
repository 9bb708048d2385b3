import { expect, test } from 'vitest';
import { kycStatuses } from '#core/contract/account/identity.ts';
import {
  cardOf,
  sessionCheckCard,
  sessionReviewCard,
  updateCardOf,
  withHold,
} from './verification-card.ts';

test('KYC-01 the statuses are those of the document', () => {
  expect(kycStatuses).toEqual([
    'pending',
    'submitted',
    'incomplete',
    'not_started',
    'approved',
    'rejected',
  ]);
});

test('KYC-01 only a check that was not begun or not finished can be started', () => {
  const startable = kycStatuses.filter((status) => cardOf(status).action);
  expect(startable).toEqual(['incomplete', 'not_started']);
  expect(cardOf('not_started').action).toBe('Start Verification');
  expect(cardOf('incomplete')).toMatchObject({
    title: 'Verification Incomplete',
    action: 'Complete Verification',
    tone: 'warn',
  });
  expect(cardOf('submitted')).toMatchObject({
    title: 'Under Review',
    text: 'We are processing your verification. This may take some time',
    tone: 'wait',
  });
  expect(cardOf('approved')).toMatchObject({
    title: 'Verification Complete',
    text: 'Your account has been successfully verified',
    tone: 'ok',
  });
  expect(cardOf('rejected')).toMatchObject({
    title: 'Verification Failed',
    text: 'Please contact management for assistance with your verification',
    tone: 'bad',
  });
});

test('KEEP-09 a card says until when data is to be updated, and what is limited without', () => {
  const due = Date.parse('2029-03-31T10:00:00Z');
  const limitedFrom = Date.parse('2029-06-30T10:00:00Z');
  const update = { due, limitedFrom };
  expect(updateCardOf(update, due - 1, '')).toMatchObject({
    ...{ title: 'Update your data', tone: 'warn', action: 'Start Update' },
    text: 'Your data is due for an update on Mar 31, 2029. You need photo ID and a camera. From Jun 30, 2029 on, you can only sell, cash out and withdraw until it is done.',
  });
  expect(updateCardOf(update, due, '').text).toContain('was due for an update on Mar 31, 2029');
  expect(updateCardOf(update, limitedFrom - 1, '').tone).toBe('warn');
  expect(updateCardOf(update, limitedFrom, '')).toMatchObject({
    ...{ title: 'Your account is limited', tone: 'bad', action: 'Start Update' },
  });
});

test('READ-14 a check in place of another factor says before it is begun until when withdrawals are held', () => {
  const now = Date.parse('2029-03-31T10:00:00Z');
  const text = withHold(sessionCheckCard.text, now + 3_600_000, now, 'UTC');
  expect(text).toContain(sessionCheckCard.text);
  expect(text).toMatch(/held for 72 hours: passed now, they open on Apr 3\b/);
  expect(text).toMatch(/Without the check they open on /);
  expect(withHold(sessionCheckCard.text, Number.NaN, now, 'UTC')).toContain('they are not held');
});

test('HARD-76 the days of an update are those of the customer’s zone', () => {
  const update = {
    due: Date.parse('2029-03-31T20:00:00Z'),
    limitedFrom: Date.parse('2029-06-30T20:00:00Z'),
  };
  const { text } = updateCardOf(update, update.due, 'Australia/Brisbane');
  expect(text).toMatch(/ on Apr 1, 2029.* From Jul 1, 2029/);
});

test('SPEC-10 the status pending that was answered is not called one that could not be loaded', () => {
  const answered = cardOf('pending', true);
  expect([answered.title, answered.text].join(' ')).not.toMatch(/unavailable|could not load/i);
  expect(cardOf('pending', false).text).toMatch(/^We could not load your verification status\./);
});

test('HARD-98 a check that our staff looks at cannot be begun again, and says when it is decided', () => {
  expect(sessionReviewCard.action).toBeUndefined();
  expect(sessionReviewCard.text).toContain('next business day');
});
