import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';

/** A worker of the browser: says that it is ours, and takes over or asks to wait. */
class Worker extends EventTarget {
  state = 'installed';
  readonly asked: string[] = [];
  readonly answers: Readonly<Record<string, unknown>>;
  readonly activates: boolean;
  constructor(
    answers: Readonly<Record<string, unknown>> = { hello: 'here', activate: 'applied' },
    activates = true,
  ) {
    super();
    this.answers = answers;
    this.activates = activates;
  }
  postMessage({ type }: { readonly type: string }, [port]: readonly MessagePort[]): void {
    this.asked.push(type);
    const answer = this.answers[type];
    if (type === 'activate' && answer === 'applied') {
      this.state = this.activates ? 'activated' : 'redundant';
      this.dispatchEvent(new Event('statechange'));
    }
    port?.postMessage(answer);
    port?.close();
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  active: Worker | null = new Worker();
  updates = 0;
  async update(): Promise<void> {
    this.updates += 1;
  }
}

let reloads: number;
let registration: Registration;
let container: EventTarget & { controller: Worker | null; getRegistration: () => unknown };
let page: EventTarget & { visibilityState: string };
let locks: { query: () => Promise<{ held: { name: string }[] }>; request: () => Promise<void> };
let device: { onLine: boolean; serviceWorker: unknown; locks?: typeof locks };
/** The flows of other tabs. */
let elsewhere: string[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  reloads = 0;
  elsewhere = [];
  registration = new Registration();
  container = Object.assign(new EventTarget(), {
    controller: new Worker() as Worker | null,
    getRegistration: async () => registration,
  });
  locks = {
    query: async () => ({ held: elsewhere.map((name) => ({ name: `kopa-money-flow:${name}` })) }),
    request: () => Promise.resolve(),
  };
  device = { onLine: true, serviceWorker: container, locks };
  page = Object.assign(new EventTarget(), {
    ...{ visibilityState: 'visible', readyState: 'complete', body: { append: () => undefined } },
    createElement: () => ({ remove: () => undefined }),
  });
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
  vi.stubEnv('DEV', false);
  vi.doMock('workbox-window', () => ({
    Workbox: class extends EventTarget {
      register = async () => registration;
    },
  }));
});

afterEach(() => {
  vi.doUnmock('workbox-window');
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const opened = async () => ({
  ...(await import('./worker-bridge.ts')),
  ...(await import('#platform/page/flow-lock.ts')),
});

/** Lets what was begun go on, and the clock with it. */
const passing = <T>(look: () => T): Promise<T> =>
  eventually(async () => {
    await vi.advanceTimersByTimeAsync(100);
    return look();
  });

test('HARD-99 PWA-06 an update that is accepted is loaded once the new worker has taken over', async () => {
  const { applyUpdate, updateReady } = await opened();
  registration.waiting = new Worker();
  await applyUpdate();
  expect(registration.waiting.asked).toEqual(['activate']);
  expect([updateReady.value, reloads]).toEqual(['applying', 1]);
});

test('HARD-99 PWA-06 where another tab has switched already, the page only loads the new version', async () => {
  const { applyUpdate } = await opened();
  await applyUpdate();
  expect(reloads).toBe(1);
});

test('HARD-99 PWA-06 in a flow of this tab nobody is asked to take over, and the update finishes once the flow has ended', async () => {
  const { applyUpdate, holdFlow, updateReady, waitingFor } = await opened();
  registration.waiting = new Worker();
  const release = holdFlow('swap');
  await applyUpdate();
  expect([updateReady.value, waitingFor.value]).toEqual(['deferred', ['swap']]);
  expect(registration.waiting.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([updateReady.value, reloads]).toEqual(['deferred', 0]);
  release();
  await passing(() => expect(reloads).toBe(1));
  expect(updateReady.value).toBe('applying');
});

test('HARD-99 PWA-06 a worker that says it has to wait is waited for, and nothing is loaded before', async () => {
  const { applyUpdate, updateReady, waitingFor } = await opened();
  registration.waiting = new Worker({ activate: 'deferred' });
  elsewhere = ['withdrawal'];
  await applyUpdate();
  expect([updateReady.value, waitingFor.value, reloads]).toEqual(['deferred', ['withdrawal'], 0]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([registration.waiting.asked.length, reloads]).toEqual([1, 0]);
  registration.waiting = new Worker();
  elsewhere = [];
  await passing(() => expect(reloads).toBe(1));
  expect(waitingFor.value).toEqual([]);
});

test('HARD-99 PWA-06 a worker that never takes over is not loaded from: the old version would come again', async () => {
  const { applyUpdate, updateReady } = await opened();
  registration.waiting = new Worker({ activate: 'applied' }, false);
  elsewhere = ['withdrawal'];
  await applyUpdate();
  expect([updateReady.value, reloads]).toEqual(['deferred', 0]);
});

test('HARD-99 PWA-06 a flow that began while the worker took over keeps its page, and the version is offered again', async () => {
  const { applyUpdate, holdFlow, updateReady } = await opened();
  const waiting = new Worker();
  registration.waiting = waiting;
  waiting.addEventListener('statechange', () => holdFlow('payment'));
  await applyUpdate();
  expect([updateReady.value, reloads]).toEqual(['ready', 0]);
});

test('HARD-99 PWA-06 where other tabs cannot be known the customer is asked again, and nothing happens by itself', async () => {
  Reflect.deleteProperty(device, 'locks');
  const { applyUpdate, holdFlow, updateReady } = await opened();
  registration.waiting = new Worker();
  const release = holdFlow('swap');
  await applyUpdate();
  expect(updateReady.value).toBe('deferred');
  release();
  await passing(() => expect(updateReady.value).toBe('ready'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([registration.waiting.asked, reloads]).toEqual([[], 0]);
});

test('HARD-99 PWA-06 the first worker of a device is no update, and each later one is', async () => {
  container.controller = null;
  const { watchTakeovers, updateReady, offeredVersion } = await opened();
  watchTakeovers();
  container.controller = new Worker();
  container.dispatchEvent(new Event('controllerchange'));
  expect([updateReady.value, offeredVersion.value]).toEqual(['none', 0]);
  container.controller = new Worker();
  container.dispatchEvent(new Event('controllerchange'));
  container.dispatchEvent(new Event('controllerchange'));
  expect([updateReady.value, offeredVersion.value]).toEqual(['ready', 1]);
  container.controller = new Worker();
  container.dispatchEvent(new Event('controllerchange'));
  expect(offeredVersion.value).toBe(2);
});

test('HARD-99 PWA-06 on a device that has a worker the next one is an update', async () => {
  const { watchTakeovers, updateReady } = await opened();
  watchTakeovers();
  container.controller = new Worker();
  container.dispatchEvent(new Event('controllerchange'));
  expect(updateReady.value).toBe('ready');
});

/** The page looks for updates each time it is visible again. */
async function looked(): Promise<void> {
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(100);
}

test('HARD-99 PWA-06 what waits is offered if it says that it is ours, and an empty script is not', async () => {
  const { registerWorker, updateReady } = await opened();
  registerWorker();
  await vi.advanceTimersByTimeAsync(2_000);
  registration.waiting = new Worker({});
  await looked();
  await vi.advanceTimersByTimeAsync(11_000);
  expect([registration.waiting.asked, updateReady.value]).toEqual([['hello'], 'none']);
  registration.waiting = new Worker();
  await looked();
  await passing(() => expect(updateReady.value).toBe('ready'));
});

test('HARD-99 PWA-06 what was installed beside a worker is offered, and the first installation is not', async () => {
  const { registerWorker, updateReady } = await opened();
  registerWorker();
  await passing(() => expect(device).toBeDefined());
  await vi.advanceTimersByTimeAsync(2_000);
  registration.active = null;
  const installing = new Worker();
  registration.installing = installing;
  registration.dispatchEvent(new Event('updatefound'));
  installing.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(200);
  expect([installing.asked, updateReady.value]).toEqual([[], 'none']);
  registration.active = new Worker();
  installing.dispatchEvent(new Event('statechange'));
  await passing(() => expect(updateReady.value).toBe('ready'));
});

test('HARD-99 PWA-06 updates are looked for each hour and when the page is seen again, not offline and not in the background', async () => {
  const { registerWorker } = await opened();
  registerWorker();
  await vi.advanceTimersByTimeAsync(2_000);
  await looked();
  expect(registration.updates).toBe(1);
  page.visibilityState = 'hidden';
  await looked();
  expect(registration.updates).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(registration.updates).toBe(2);
  device.onLine = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(registration.updates).toBe(2);
});
