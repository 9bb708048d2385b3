import { signal } from '@preact/signals-react';
import { flowHere, flowNames, knowsOtherTabs } from './flow-lock.ts';
import { trustedScript } from './trusted-scripts.ts';
import { askToActivate, becomesActive } from './worker-messages.ts';
import { workerServes } from './worker-serves.ts';

/**
 * `none`: this page is the newest version. `ready`: a newer version is waiting, or another tab has
 * already switched to it. `deferred`: the customer accepted, but a flow must end first. `applying`:
 * the update is being applied, and the page is about to reload.
 */
export type UpdateState = 'none' | 'ready' | 'deferred' | 'applying';

export const updateReady = signal<UpdateState>('none');

/** Names of the flows that a deferred update waits for. */
export const waitingFor = signal<readonly string[]>([]);

const HOUR_MS = 3_600_000;
const RETRY_MS = 2_000;
/** A browser may wait until the old worker has been idle for half a minute. */
const ACTIVATION_MS = 45_000;
const REST_MS = 1_000;

let registration: ServiceWorkerRegistration | undefined;

const WORKER = '/sw.js';

function offer(): void {
  if (updateReady.value === 'none') updateReady.value = 'ready';
}

async function check(): Promise<void> {
  if (registration?.waiting) return offer();
  if (navigator.onLine !== false) await registration?.update().catch(() => undefined);
}

async function register(): Promise<void> {
  // Imported only now, because updates are not urgent and need not slow down the first load.
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(trustedScript(WORKER));
  workbox.addEventListener('waiting', offer);
  registration = await workbox.register();
  setInterval(() => void check(), HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
}

const pageLoaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((done) => window.addEventListener('load', done, { once: true }));

/**
 * Registers the worker once the page has loaded, `known` has settled and the browser is idle: the
 * worker's downloads must not delay what the customer is waiting for. Without a worker, the app
 * works only online.
 */
export function registerWorker(known: Promise<unknown> = Promise.resolve()): void {
  if (!('serviceWorker' in navigator)) return;
  const start = (): void => void register().catch(() => undefined);
  void Promise.allSettled([pageLoaded(), known]).then(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: REST_MS });
    else setTimeout(start, REST_MS);
  });
}

/** Loads the new version, unless a flow has begun in this tab in the meantime. */
function reload(): void {
  if (flowHere()) {
    updateReady.value = 'ready';
    return;
  }
  updateReady.value = 'applying';
  location.reload();
}

async function attempt(): Promise<boolean> {
  if (flowHere()) return false;
  registration ??= await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  // Another tab has already switched, so this page only has to reload.
  if (!waiting) {
    reload();
    return true;
  }
  if ((await askToActivate(waiting)) === 'deferred') return false;
  await becomesActive(waiting, ACTIVATION_MS);
  reload();
  return true;
}

let finishing: ReturnType<typeof setInterval> | undefined;

async function finishLater(): Promise<void> {
  waitingFor.value = await flowNames();
  if (waitingFor.value.length > 0) return;
  clearInterval(finishing);
  finishing = undefined;
  // Where other tabs' flows cannot be known, the customer is asked again; nothing happens on its
  // own.
  if (!knowsOtherTabs()) updateReady.value = 'ready';
  else await applyUpdate();
}

/**
 * The customer accepts the new version. While any tab is in a money flow, the update is deferred
 * and completes on its own afterwards; only the tab in which it was accepted reloads.
 */
export async function applyUpdate(): Promise<void> {
  updateReady.value = 'applying';
  if (await attempt()) return;
  waitingFor.value = await flowNames();
  updateReady.value = 'deferred';
  finishing ??= setInterval(() => void finishLater(), RETRY_MS);
}

/**
 * Offers an update when another tab activates one, which can happen as soon as this page starts.
 */
export function watchTakeovers(): void {
  let served = workerServes();
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    // When this device's first worker claims its pages, that is not an update.
    if (served) offer();
    served = true;
  });
}
