import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/test-storage.ts';

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

/** A tab of whoever the device knows. */
async function tab() {
  vi.resetModules();
  return { ...(await import('./intents.ts')), ...(await import('./open-intents.ts')) };
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

test('BEY-01 who signs out takes only their own intents along', async () => {
  const first = await tab();
  const theirs = first.newIntent('/swap', {});
  first.keepIntent(theirs);
  device.setItem('auth-storage', session('u2'));
  const second = await tab();
  second.keepIntent(second.newIntent('/swap', {}));
  expect(second.openIntents()).toHaveLength(1);
  second.forgetIntents();
  expect(second.openIntents()).toEqual([]);
  device.setItem('auth-storage', session('u1'));
  expect((await tab()).openIntents()).toEqual([theirs]);
});

test('BEY-01 intents that an older version kept are found, oldest first', async () => {
  const old = await tab();
  const [first, second] = ['01', '02'].map((day) => ({
    ...old.newIntent('/swap', {}),
    madeAt: `2026-05-${day}T10:00:00Z`,
  }));
  device.setItem('kopa-intents', JSON.stringify([second, 'broken', first]));
  const { openIntents, forgetIntents } = await tab();
  expect(openIntents()).toEqual([first, second]);
  expect(openIntents()).toEqual([first, second]);
  forgetIntents();
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
