import { expect, test } from 'vitest';
import { waysInText } from './ways-in.ts';

const [may, june] = ['2026-05-03T10:00:00.000Z', '2026-06-07T10:00:00.000Z'];

test.each([
  [{ passkeys: [], twoFactor: false }, 'Only your new password signs in to your account.'],
  [
    { passkeys: [], twoFactor: true },
    'Only your new password signs in to your account, together with a code from your authenticator app or a recovery code.',
  ],
  [
    { passkeys: [may], twoFactor: true },
    'Besides the new password, one passkey signs you in. It was added on May 3, 2026. With the password, a code from your authenticator app or a recovery code is needed. Look at Security, and remove what you do not know.',
  ],
  [
    { passkeys: [may, june], twoFactor: false },
    'Besides the new password, 2 passkeys sign you in. They were added on May 3, 2026 and June 7, 2026. Look at Security, and remove what you do not know.',
  ],
])('HARD-64 the ways in that are left are named: %j', (ways, text) => {
  expect(waysInText(ways, (instant) => (instant === may ? 'May 3, 2026' : 'June 7, 2026'))).toBe(
    text,
  );
});
