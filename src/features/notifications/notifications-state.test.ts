import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deletePushSubscription,
  getNotifications,
  saveNotifications,
} from '#core/contract/account/notifications.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { type Chosen, defaultChosen } from '#core/people/notifications.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';
import type { loadNotifications, notifications, turnAll, turnPush } from './notifications-state.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

const sealed = (body: object, status = 200): Response =>
  new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }), {
    status,
  });

const answer = ({ popup, email }: Chosen): Response =>
  sealed({ status: 'success', data: { popup, email, push_key: 'k', push_here: false } });

const refused = (message: string): Response =>
  sealed({ status: 'error', code: 'TOO_MANY', message }, 429);

interface Page {
  readonly notifications: typeof notifications;
  readonly loadNotifications: typeof loadNotifications;
  readonly turnAll: typeof turnAll;
  readonly turnPush: typeof turnPush;
  /** Somebody else signs in, here or in another tab. */
  readonly someoneElse: () => void;
}
let page: Page;
const none: Chosen = { ...defaultChosen, popup: [] };

/** What was asked, and what was to be saved, in the order it was sent. */
let asked: { readonly path: string; readonly answered: PromiseWithResolvers<Response> }[];

/** The question of this place, as soon as it has been asked. */
const question = (place: number, { path }: { readonly path: string }) =>
  eventually(() => {
    const one = asked[place];
    if (!one) throw new Error('not asked yet');
    expect(one.path).toBe(path);
    return one.answered;
  });

beforeEach(async () => {
  vi.resetModules();
  asked = [];
  stubSignedIn((url: string) => {
    const answered = Promise.withResolvers<Response>();
    asked.push({ path: url.slice(API_BASE.length), answered });
    return answered.promise;
  });
  const { session } = await import('#transport/session/session.ts');
  const someoneElse = (): void => {
    if (session.user) session.user = { ...session.user, id: 'u2' };
  };
  page = { ...(await import('./notifications-state.ts')), someoneElse };
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('PROF-06 an answer that was asked for earlier does not take the place of a later one', async () => {
  const before = page.loadNotifications();
  const after = page.loadNotifications();
  (await question(1, getNotifications)).resolve(answer(defaultChosen));
  await after;
  (await question(0, getNotifications)).resolve(answer(none));
  await before;
  expect(page.notifications.chosen.popup).toEqual(defaultChosen.popup);
});

test('PROF-06 what is read while a choice is saved does not undo the choice', async () => {
  const first = page.loadNotifications();
  (await question(0, getNotifications)).resolve(answer(none));
  await first;
  const [before, during] = [page.loadNotifications(), question(1, getNotifications)];
  const reading = await during;
  page.turnAll(true);
  const saving = await question(2, saveNotifications);
  reading.resolve(answer(none));
  await before;
  const { popup, email } = page.notifications.chosen;
  expect(popup).not.toEqual([]);
  const [late, later] = [page.loadNotifications(), question(3, getNotifications)];
  const lateReading = await later;
  saving.resolve(answer({ popup, email }));
  await eventually(() => expect(asked).toHaveLength(4));
  // Let the save come to its end.
  await new Promise((resolve) => setTimeout(resolve));
  lateReading.resolve(answer(none));
  await late;
  expect(page.notifications.chosen.popup).toEqual(popup);
  expect(asked).toHaveLength(4);
});

test('PROF-06 SESS-08 a choice that is still being saved holds nobody else up', async () => {
  const first = page.loadNotifications();
  (await question(0, getNotifications)).resolve(answer(none));
  await first;
  page.turnAll(true);
  await question(1, saveNotifications);
  page.someoneElse();
  await Promise.resolve();
  const theirs = page.loadNotifications();
  (await question(2, getNotifications)).resolve(answer(defaultChosen));
  await theirs;
  expect(page.notifications).toMatchObject({ status: 'ready', chosen: defaultChosen });
  page.turnAll(true);
  await question(3, saveNotifications);
});

test('PROF-06 SESS-08 what a browser is allowed later subscribes nobody but who had asked', async () => {
  const allowed = Promise.withResolvers<string>();
  const Notification = { requestPermission: () => allowed.promise, permission: 'default' };
  const subscription = {
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => true),
  };
  const subscribe = vi.fn(async () => subscription);
  const getSubscription = async () => (subscribe.mock.calls[0] ? subscription : null);
  const pushManager = { getSubscription, subscribe };
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('window', { Notification, PushManager: {} });
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  void page.turnPush(true);
  page.someoneElse();
  allowed.resolve('granted');
  // Nobody would hear of the address that the browser gave.
  await eventually(() => expect(subscription.unsubscribe).toHaveBeenCalled());
  expect(asked).toEqual([]);
  expect(page.notifications.push).toBe('unknown');
});

test('PROF-06 a choice that is not saved is taken back, and said', async () => {
  const { toast } = await import('#ui/feedback/toasts.ts');
  const first = page.loadNotifications();
  (await question(0, getNotifications)).resolve(answer(defaultChosen));
  await first;
  page.turnAll(true);
  const saving = await question(1, saveNotifications);
  saving.resolve(refused('Too many changes.'));
  await eventually(() => expect(toast.list.value.map(({ text }) => text)).toHaveLength(1));
  expect(toast.list.value[0]?.text).toBe('Too many changes.');
  expect(page.notifications.chosen).toEqual(defaultChosen);
  // What is on screen now may not be what the server has: it is read again, as after a lost answer.
  (await question(2, getNotifications)).resolve(answer(none));
  await eventually(() => expect(page.notifications.chosen).toEqual(none));
});

test('READ-04 whether a choice was saved whose answer was lost is found out, and never told as failed', async () => {
  const { toast } = await import('#ui/feedback/toasts.ts');
  const first = page.loadNotifications();
  (await question(0, getNotifications)).resolve(answer(defaultChosen));
  await first;
  page.turnAll(true);
  const saving = await question(1, saveNotifications);
  const { chosen } = page.notifications;
  saving.resolve(new Response('<p>Welcome</p>'));
  await eventually(() => expect(toast.list.value.map(({ text }) => text)).toHaveLength(1));
  expect(toast.list.value[0]?.text).toMatch(/may have been saved all the same/);
  (await question(2, getNotifications)).resolve(answer(chosen));
  await eventually(() => expect(page.notifications.chosen).toEqual(chosen));
});

test('PROF-06 turning push messages off ends them in the browser and at the server', async () => {
  const unsubscribe = vi.fn(async () => true);
  const getSubscription = vi.fn(async () => (unsubscribe.mock.calls[0] ? null : { unsubscribe }));
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('window', { Notification: {}, PushManager: {} });
  const serviceWorker = { getRegistration: async () => ({ pushManager: { getSubscription } }) };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  const turning = page.turnPush(false);
  const told = await question(0, deletePushSubscription);
  expect(unsubscribe).toHaveBeenCalledOnce();
  told.resolve(sealed({ status: 'success' }));
  await turning;
  expect(page.notifications.push).toBe('off');
});
