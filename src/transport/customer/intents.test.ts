import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/kept/test-storage.ts';

const session = (id: string): string =>
  JSON.stringify({
    token: 't',
    refreshToken: 'r',
    user: { id, email: `${id}@kopa.test` },
    isAuthenticated: true,
  });

let device: Storage;

beforeEach(() => {
  device = testStorage({ 'auth-storage': session('u1') });
  vi.stubGlobal('localStorage', device);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A tab of the customer that the device knows. */
async function tab() {
  vi.resetModules();
  return {
    ...(await import('./intents.ts')),
    ...(await import('#transport/session/session.ts')),
  };
}

test('BEY-01 tabs that keep intents at the same time lose none of each other', async () => {
  const [one, other] = [await tab(), await tab()];
  const first = one.newIntent('/swap', {});
  const second = other.newIntent('/withdraw', {});
  // What one tab writes may not be there yet when another one writes.
  const own = testStorage({ ...device });
  vi.stubGlobal('localStorage', own);
  one.keepIntent(first);
  vi.stubGlobal('localStorage', device);
  other.keepIntent(second);
  Object.assign(device, own);
  const later = await tab();
  const keys = later.openIntents().map(({ key }) => key);
  expect(keys.sort()).toEqual([first.key, second.key].sort());
  later.closeIntent(first);
  expect(one.openIntents()).toEqual([second]);
  expect(one.openIntents('/swap')).toEqual([]);
});

const readable = (): string => JSON.stringify({ ...device });

test.each([
  ['ends', true],
  ['ended while the app was closed', false],
])(
  'HARD-08 when a session %s, its open intents keep their keys, and nothing about money',
  async (_, watches) => {
    const first = await tab();
    if (watches) first.watchIntents();
    const theirs = first.newIntent('/swap', {
      kind: 'sell',
      sourceAmount: '0.123',
      address: 'bc1q',
    });
    first.keepIntent(theirs);
    expect(readable()).toContain('0.123');
    device.setItem('auth-storage', '{}');
    first.adoptStored();
    // At the next start too, if no page of the app was open when it ended.
    if (!watches) (await tab()).watchIntents();
    expect(readable()).not.toMatch(/0\.123|bc1q/);
    device.setItem('auth-storage', session('u2'));
    const second = await tab();
    second.watchIntents();
    expect(second.openIntents()).toEqual([]);
    device.setItem('auth-storage', session('u1'));
    const back = await tab();
    back.watchIntents();
    expect(back.openIntents()).toEqual([{ ...theirs, summary: { kind: 'sell' } }]);
  },
);

test('HARD-08 while the session lasts, what an open intent is about stays, in every tab', async () => {
  const first = await tab();
  first.watchIntents();
  const theirs = first.newIntent('/swap', { sourceAmount: '0.123' });
  first.keepIntent(theirs);
  (await tab()).watchIntents();
  expect(first.openIntents()).toEqual([theirs]);
});

test('BEY-01 the intents of earlier visits are found, oldest first', async () => {
  const earlier = await tab();
  const [first, second] = ['01', '02'].map((day) => ({
    ...earlier.newIntent('/swap', {}),
    madeAt: `2026-05-${day}T10:00:00Z`,
  }));
  for (const intent of [second, first]) if (intent) earlier.keepIntent(intent);
  device.setItem('kopa-intent-broken', 'broken');
  const { openIntents, closeIntent } = await tab();
  expect(openIntents()).toEqual([first, second]);
  device.removeItem('kopa-intent-broken');
  openIntents().forEach(closeIntent);
  expect(Object.keys(device)).toEqual(['auth-storage']);
});

test.each([
  ['a key that is none', { key: 'x' }],
  ['a summary that is no words', { summary: { from: 1 } }],
  ['no customer', { userId: null }],
])('BEY-02 what is left of an intent with %s is none', async (_what, damage) => {
  const { newIntent, openIntents } = await tab();
  const intent = newIntent('/swap', { from: '0.1 BTC' });
  device.setItem(`kopa-intent-${intent.key}`, JSON.stringify({ ...intent, ...damage }));
  expect(openIntents()).toEqual([]);
});

test('BEY-01 what the device cannot keep is kept for this visit', async () => {
  const { newIntent, keepIntent, openIntents, closeIntent } = await tab();
  Object.defineProperty(device, 'setItem', {
    value: () => {
      throw new Error('full');
    },
  });
  const intent = newIntent('/swap', {});
  keepIntent(intent);
  keepIntent(intent);
  expect(openIntents()).toEqual([intent]);
  closeIntent(intent);
  expect(openIntents()).toEqual([]);
});
