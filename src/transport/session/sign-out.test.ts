import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { keptInVisit, keptOnDevice } from '#platform/kept/kept-names.ts';
import { testStorage } from '#platform/kept/test-storage.ts';
import { eventually } from '#tests/support/eventually.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A device somebody is signed in on, whose push service answers as it is told. */
async function device(unsubscribe: () => Promise<boolean>, onLine: boolean) {
  vi.resetModules();
  const local = testStorage({
    'auth-storage': JSON.stringify({
      token: 't',
      refreshToken: 'r',
      user: { id: 'u1', email: 'a@kopa.test' },
    }),
  });
  const visit = testStorage();
  const subscription = { unsubscribe: vi.fn(unsubscribe) };
  const pushManager = { getSubscription: async () => subscription };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  const page = Object.assign(new EventTarget(), { PushManager: {}, Notification: {} });
  const asked = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', visit);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { onLine, serviceWorker });
  vi.stubGlobal('location', new URL('https://app.example/profile'));
  vi.stubGlobal('fetch', asked);
  const { logOut } = await import('./sign-out.ts');
  const { isSignedIn } = await import('./session.ts');
  expect(isSignedIn()).toBe(true);
  return { logOut, isSignedIn, unsubscribed: subscription.unsubscribe, asked, local, visit };
}

test.each([
  ['online', true],
  ['offline', false],
] as const)('SESS-08 signing out %s ends the notifications on this device', async (_, onLine) => {
  const { logOut, isSignedIn, unsubscribed, asked } = await device(async () => true, onLine);
  await logOut();
  expect(isSignedIn()).toBe(false);
  await eventually(() => expect(unsubscribed).toHaveBeenCalledTimes(1));
  expect(asked.mock.calls.some(([url]: unknown[]) => String(url).endsWith('/users/logout'))).toBe(
    onLine,
  );
});

test('SESS-08 what was typed is gone once its customer has signed out', async () => {
  const { logOut } = await device(async () => true, false);
  const { draftOf, keepDraft } = await import('#transport/customer/drafts.ts');
  const { session } = await import('./session.ts');
  const { user } = session;
  keepDraft('withdrawal', 'typed');
  expect(draftOf('withdrawal')).toBe('typed');
  await logOut();
  session.user = user;
  expect(draftOf('withdrawal')).toBeUndefined();
});

test.each([
  ['never answers', () => new Promise<boolean>(() => undefined)],
  ['fails', () => Promise.reject(new Error('no push service'))],
] as const)('SESS-08 a push service that %s does not hold signing out up', async (_, answer) => {
  const { logOut, isSignedIn, unsubscribed } = await device(answer, true);
  await logOut();
  expect(isSignedIn()).toBe(false);
  await eventually(() => expect(unsubscribed).toHaveBeenCalledTimes(1));
});

const leftSessions = (local: Storage): string[] =>
  Object.keys(local).filter((name) => name.startsWith('kopa-left-session-'));

test('HARD-06 a session that was signed out of offline is ended when the connection is back, whoever is signed in', async () => {
  const { logOut, asked, local } = await device(async () => true, false);
  await logOut();
  const [name = '', ...others] = leftSessions(local);
  expect(others).toEqual([]);
  // Made from the refresh token and nothing like it: it opens nothing.
  expect(name).toMatch(/^kopa-left-session-[\w-]{43}$/);
  expect(asked).not.toHaveBeenCalled();

  const next = { token: 't2', refreshToken: 'r2', user: { id: 'u2', email: 'b@kopa.test' } };
  local.setItem('auth-storage', JSON.stringify(next));
  vi.stubGlobal('navigator', { onLine: true });
  asked.mockRejectedValueOnce(new TypeError('failed'));
  const { watchLeftSessions } = await import('./watch-left-sessions.ts');
  watchLeftSessions();
  await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(leftSessions(local)).toEqual([name]);

  const res = seal(
    transportKey(developmentKey.key, developmentKey.iv),
    { status: 'success' },
    nonceOf(new Uint8Array(16)),
  );
  asked.mockImplementation(async () => new Response(JSON.stringify({ res })));
  watchLeftSessions();
  await eventually(() => expect(leftSessions(local)).toEqual([]));
  expect(
    asked.mock.calls.every(([url]: unknown[]) => String(url).endsWith('/end-left-session')),
  ).toBe(true);
});

test('HARD-30 signing out removes what is not on the list, whoever stored it', async () => {
  const { logOut, local, visit } = await device(async () => true, true);
  visit.setItem('kopa-code-sent', '["a@kopa.test",0]');
  for (const name of keptInVisit) visit.setItem(name, 'kept');
  for (const name of keptOnDevice) if (name !== 'auth-storage') local.setItem(name, 'kept');
  for (const area of [local, visit]) area.setItem('something', 'new');
  await logOut();
  const withoutTokens = (name: string) => name.replace(/[\w-]{43}$/, '');
  expect(Object.keys(visit).sort()).toEqual([...keptInVisit]);
  // Its vault is destroyed by now, so nothing marks it any more.
  const left = keptOnDevice.filter((name) => name !== 'kopa-left-vault');
  expect([...new Set(Object.keys(local).map(withoutTokens))].sort()).toEqual(left);
  expect(local.getItem('auth-storage')).not.toContain('a@kopa.test');
});

test('SESS-08 a device that takes nothing more gives up what it has', async () => {
  const { logOut, local } = await device(async () => true, false);
  Object.defineProperty(local, 'setItem', {
    value: () => {
      throw new Error('full');
    },
  });
  await logOut();
  expect(Object.keys(local)).toEqual([]);
});
