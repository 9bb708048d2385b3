import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deletePushSubscription,
  getNotifications,
  savePushSubscription,
} from '#core/contract/account/notifications.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { defaultChosen } from '#core/people/notifications.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const sealed = (body: object): Response =>
  new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }));

const OLD = 'https://fcm.googleapis.com/old';
const NEW = 'https://fcm.googleapis.com/new';

let asked: string[];
let endpoint: string | undefined;
/** Whether the server still has an address of this browser. */
let pushHere: boolean;
/** What happens while the server answers this. */
let meanwhile: { readonly path: string; readonly happens: () => void | Promise<void> } | undefined;
let made: number;

const subscription = () =>
  endpoint === undefined
    ? null
    : {
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          endpoint = undefined;
          return true;
        },
      };

beforeEach(() => {
  vi.resetModules();
  asked = [];
  endpoint = OLD;
  pushHere = true;
  meanwhile = undefined;
  made = 0;
  stubSignedIn(async (url: string) => {
    const path = url.slice(API_BASE.length);
    asked.push(path);
    if (meanwhile?.path === path) await meanwhile.happens();
    const { popup, email } = defaultChosen;
    return path === getNotifications.path
      ? sealed({ status: 'success', data: { popup, email, push_key: 'k', push_here: pushHere } })
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
      made += 1;
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
  const { session } = await import('#transport/session/session.ts');
  const marks = await import('#platform/kept/push-mark.ts');
  const { keepPush } = await import('./keep-push.ts');
  const { loadNotifications, turnPush } = await import('./notifications-state.ts');
  const userId = session.user?.id ?? '';
  return { userId, ...marks, keepPush, loadNotifications, turnPush };
}

/** As if the server had been told, or asked, long ago. */
const markLongAgo = (userId: string, address: string): void =>
  localStorage.setItem('kopa-push', `${userId} ${address} 0`);

/** Web Locks among what runs in this test, each as a tab of its own. */
function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const request = async (
    _: string,
    options: { readonly ifAvailable?: boolean },
    work: (lock: object | null) => Promise<unknown>,
  ) => {
    if (options.ifAvailable && held > 0) return work(null);
    held += 1;
    const done = last
      .then(() => work({}))
      .finally(() => {
        held -= 1;
      });
    last = done.catch(() => undefined);
    return done;
  };
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
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

test('HARD-98 once a day the server says whether it still has the address, and one that is gone is replaced', async () => {
  const { userId, keepPush } = await page();
  markLongAgo(userId, OLD);
  await keepPush();
  await keepPush();
  expect(asked).toEqual([getNotifications.path]);
  expect(endpoint).toBe(OLD);
  markLongAgo(userId, OLD);
  pushHere = false;
  await keepPush();
  await keepPush();
  expect(asked).toEqual([getNotifications.path, ...SAVED]);
  expect([endpoint, made]).toEqual([NEW, 1]);
});

test.each([
  ['an address that was renewed', NEW, getNotifications.path],
  ['an address that was renewed', NEW, savePushSubscription.path],
  ['an address that was lost', undefined, getNotifications.path],
  ['an address that was lost', undefined, savePushSubscription.path],
])('HARD-98 pushes turned off while %s is told stay off: %s, %s', async (_, address, path) => {
  const { userId, markPush, keepPush, unmarkPush, hasPushMark } = await page();
  markPush(userId, OLD);
  endpoint = address;
  // Without Web Locks, or in another tab that waited for too long.
  const happens = (): void => {
    unmarkPush();
    endpoint = undefined;
  };
  meanwhile = { path, happens };
  await keepPush();
  expect(asked.at(-1)).toBe(path);
  expect(hasPushMark(userId)).toBe(false);
  expect(endpoint).toBe(undefined);
});

test('HARD-98 turning pushes off waits for what keeps them on, and comes last', async () => {
  stubLocks();
  const { userId, markPush, keepPush, turnPush, hasPushMark } = await page();
  markPush(userId, OLD);
  endpoint = undefined;
  const turning: Promise<void>[] = [];
  let askedBefore: readonly string[] = [];
  const happens = async (): Promise<void> => {
    turning.push(turnPush(false));
    // Whatever it does without waiting, it does now.
    await new Promise((resolve) => setTimeout(resolve));
    askedBefore = [...asked];
  };
  meanwhile = { path: savePushSubscription.path, happens };
  await keepPush();
  await Promise.all(turning);
  expect(askedBefore).toEqual(SAVED);
  expect(asked).toEqual([...SAVED, deletePushSubscription.path]);
  expect([endpoint, hasPushMark(userId)]).toEqual([undefined, false]);
});

test('HARD-98 two tabs that have lost the address make one', async () => {
  stubLocks();
  const { userId, markPush, keepPush } = await page();
  markPush(userId, OLD);
  endpoint = undefined;
  await Promise.all([keepPush(), keepPush()]);
  expect(made).toBe(1);
  expect(asked).toEqual(SAVED);
});

test('HARD-98 an address made for somebody who has left meanwhile is given up, and nobody is told of it', async () => {
  const { session } = await import('#transport/session/session.ts');
  const { userId, markPush, keepPush } = await page();
  markPush(userId, OLD);
  endpoint = undefined;
  const { Notification: asking } = globalThis;
  const requestPermission = async (): Promise<string> => {
    if (session.user) session.user = { ...session.user, id: 'u2' };
    return 'granted';
  };
  vi.stubGlobal('Notification', { ...asking, requestPermission });
  await keepPush();
  await eventually(() => {
    expect([endpoint, made]).toEqual([undefined, 1]);
  });
  expect(asked).toEqual([getNotifications.path]);
});

test('HARD-98 pushes that were turned on before there was a mark get one, and are told at the next start', async () => {
  const { userId, keepPush, loadNotifications, hasPushMark } = await page();
  pushHere = false;
  await loadNotifications();
  // Those of a customer who was here before are none of theirs.
  expect(hasPushMark(userId)).toBe(false);
  pushHere = true;
  await loadNotifications();
  await eventually(() => expect(hasPushMark(userId)).toBe(true));
  asked = [];
  await keepPush();
  await keepPush();
  expect(asked).toEqual(SAVED);
});
