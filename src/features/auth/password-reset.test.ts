import { afterEach, expect, test, vi } from 'vitest';
import { stubSignedIn } from '#transport/signed-in.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('AUTH-16 BEY-02 a reset whose answer is lost may have changed the password, and says so', async () => {
  vi.resetModules();
  stubSignedIn(() => Promise.reject(new TypeError('connection lost')));
  const { resetPassword, sendResetCode } = await import('./password-reset.ts');
  expect(await resetPassword('ann@kopa.test', '123456', 'Secret-1!')).toEqual({
    kind: 'failed',
    message:
      'Network error. Check your connection and try again. Your password may have been changed all the same: then the new one signs you in.',
  });
  // A code that was not sent changes nothing.
  expect(await sendResetCode('ann@kopa.test', 'Failed to resend code.')).toEqual({
    kind: 'failed',
    message: 'Network error. Check your connection and try again.',
  });
});
