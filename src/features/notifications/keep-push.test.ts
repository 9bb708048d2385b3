import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import { getNotifications, savePushSubscription } from '#core/contract/notifications.ts';
import { defaultChosen } from '#core/domain/notifications.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { stubSignedIn } from '#transport/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const sealed = (body: object): Response =>
  new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }));

const OLD = 'https://fcm.googleapis.com/old';
const NEW = 'https://fcm.googleapis.com/new';

let asked: string[];
let endpoint: string | undefined;

const subscription = () =>
  endpoint === undefined
    ? null
    : {
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => true,
      };

beforeEach(() => {
  vi.resetModules();
  asked = [];
  endpoint = OLD;
  stubSignedIn(async (url: string) => {
    const path = url.slice(API_BASE.length);
    asked.push(path);
    const { popup, email } = defaultChosen;
    return path === getNotifications.path
      ? sealed({ status: 'success', data: { popup, email, push_key: 'k', push_here: true } })
      : sealed({ status: 'success' });
  });
  const kept = new Map([['auth-storage', localStorage.getItem('auth-storage') ?? '']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async () => {
      endpoint = NEW;
      return subscription();
    },
  };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  vi.stubGlobal('navigator', { ...navigator, onLine: true, serviceWorker });
  const permission = 'granted';
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  vi.stubGlobal('window', Object.assign(globalThis, { PushManager: {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function page() {
  const { session } = await import('#transport/session.ts');
  const { markPush } = await import('#platform/push-mark.ts');
  const { keepPush } = await import('./keep-push.ts');
  return { userId: session.user?.id ?? '', markPush, keepPush };
}

const SAVED = [getNotifications.path, savePushSubscription.path];

test('HARD-98 an address of pushes that the browser has renewed is told to the server, once', async () => {
  const { userId, markPush, keepPush } = await page();
  markPush(userId, OLD);
  await keepPush();
  expect(asked).toEqual([]);
  endpoint = NEW;
  await keepPush();
  await keepPush();
  expect(asked).toEqual(SAVED);
});

test('HARD-98 an address of pushes that the browser has lost is asked for again and told', async () => {
  const { userId, markPush, keepPush } = await page();
  markPush(userId, OLD);
  endpoint = undefined;
  await keepPush();
  expect(endpoint).toBe(NEW);
  expect(asked).toEqual(SAVED);
});

test('HARD-98 whoever has turned no pushes on here, or has blocked them in the browser, gets none', async () => {
  const { userId, markPush, keepPush } = await page();
  endpoint = NEW;
  markPush('somebody-else', OLD);
  await keepPush();
  markPush(userId, OLD);
  vi.stubGlobal('Notification', { permission: 'denied' });
  await keepPush();
  expect(asked).toEqual([]);
});
