import { expect, test } from 'vitest';
import { kycStatuses } from '#core/contract/identity.ts';
import { cardOf } from './verification-card.ts';

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
