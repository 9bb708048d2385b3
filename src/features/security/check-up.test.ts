import { expect, test } from 'vitest';
import { checksOf } from './check-up.ts';
import type { Security } from './security-state.ts';

const now = Date.parse('2026-05-13T10:00:00.000Z');

const device = (lastSeenAt: string, current = false) => ({
  id: lastSeenAt,
  device: 'Chrome on Linux',
  place: 'AU',
  signedInAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt,
  current,
});

const bare: Security = {
  twoFactor: false,
  recoveryCodesLeft: 0,
  antiPhishingCode: null,
  sessions: [device('2026-05-13T09:00:00.000Z', true)],
  withdrawalHold: null,
};

const stateOf = (known: Security) =>
  Object.fromEntries(checksOf(known, now).map(({ id, good, opens }) => [id, good || opens]));

test('LIVE-08 each thing that is missing opens the one step that puts it right', () => {
  expect(stateOf(bare)).toEqual({
    factor: 'set-up',
    recovery: 'set-up',
    devices: true,
    phishing: 'set-up',
    book: 'book-only',
  });
  const on: Security = { ...bare, twoFactor: true, recoveryCodesLeft: 2 };
  expect(stateOf(on)).toMatchObject({ factor: true, recovery: 'renew', phishing: 'anti-phishing' });
});

test('READ-14 what cannot be set up yet says so before it is pressed, and nothing else does', () => {
  const texts = (known: Security) =>
    checksOf(known, now)
      .filter(({ text }) => text.includes('First confirm that it is you'))
      .map(({ id }) => id);
  expect(texts({ ...bare, mailboxAlone: true })).toEqual(['factor', 'recovery', 'phishing']);
  expect(texts(bare)).toEqual([]);
});

test('LIVE-08 an account with everything is called safe; a passkey is as good as an app', () => {
  const passkeys = [
    { id: 'p', name: 'Phone', addedAt: '2026-05-01T00:00:00.000Z', usedAt: null, backedUp: true },
  ];
  expect(stateOf({ ...bare, passkeys })).toMatchObject({ factor: true });
  const safe: Security = {
    ...bare,
    twoFactor: true,
    recoveryCodesLeft: 10,
    antiPhishingCode: 'blue-owl',
    addressBookOnly: { until: null },
  };
  expect(Object.values(stateOf(safe))).toEqual([true, true, true, true, true]);
});

test('LIVE-08 a device that was not used for a month, and a mode being left, are no protection', () => {
  const sessions = [...bare.sessions, device('2026-04-01T00:00:00.000Z')];
  const addressBookOnly = { until: '2026-05-14T00:00:00.000Z' };
  expect(stateOf({ ...bare, sessions, addressBookOnly })).toMatchObject({
    devices: 'devices',
    book: 'book-only',
  });
});
