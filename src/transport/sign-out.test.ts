import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A device somebody is signed in on, whose push service answers as it is told. */
async function device(unsubscribe: () => Promise<boolean>, onLine: boolean) {
  vi.resetModules();
  const stored = new Map<string, string>();
  stored.set(
    'auth-storage',
    JSON.stringify({ token: 't', refreshToken: 'r', user: { id: 'u1', email: 'a@kopa.test' } }),
  );
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const subscription = { unsubscribe: vi.fn(unsubscribe) };
  const pushManager = { getSubscription: async () => subscription };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  const page = Object.assign(new EventTarget(), { PushManager: {}, Notification: {} });
  const asked = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { onLine, serviceWorker });
  vi.stubGlobal('location', new URL('https://app.example/profile'));
  vi.stubGlobal('fetch', asked);
  const { logOut } = await import('./sign-out.ts');
  const { isSignedIn } = await import('./session.ts');
  expect(isSignedIn()).toBe(true);
  return { logOut, isSignedIn, unsubscribed: subscription.unsubscribe, asked, stored, storage };
}

test.each([
  ['online', true],
  ['offline', false],
] as const)('SESS-08 signing out %s ends the notifications on this device', async (_, onLine) => {
  const { logOut, isSignedIn, unsubscribed, asked } = await device(async () => true, onLine);
  await logOut();
  expect(isSignedIn()).toBe(false);
  await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalledTimes(1));
  expect(asked.mock.calls.some(([url]: unknown[]) => String(url).endsWith('/users/logout'))).toBe(
    onLine,
  );
});

test.each([
  ['never answers', () => new Promise<boolean>(() => undefined)],
  ['fails', () => Promise.reject(new Error('no push service'))],
] as const)('SESS-08 a push service that %s does not hold signing out up', async (_, answer) => {
  const { logOut, isSignedIn, unsubscribed } = await device(answer, true);
  await logOut();
  expect(isSignedIn()).toBe(false);
  await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalledTimes(1));
});

test('SESS-08 a device that takes nothing more gives up what it has', async () => {
  const { logOut, stored, storage } = await device(async () => true, false);
  storage.setItem = () => {
    throw new Error('full');
  };
  await logOut();
  expect(stored.has('auth-storage')).toBe(false);
});
