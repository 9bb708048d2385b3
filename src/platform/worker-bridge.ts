import { signal } from '@preact/signals-react';
import { trustedScript } from './trusted-scripts.ts';
import { workerServes } from './worker-serves.ts';

/**
 * `none`: this page is the newest. `ready`: a newer version waits, or another tab already switched.
 * `deferred`: the customer accepted, and a flow must end first. `applying`: the page reloads now.
 */
export type UpdateState = 'none' | 'ready' | 'deferred' | 'applying';

export const updateReady = signal<UpdateState>('none');

const HOUR_MS = 3_600_000;
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
  // Only now: an update is nobody's first concern, so it is no part of the first load.
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
 * Registers the worker once the page has loaded, has what `known` waits for and is at rest: what the
 * worker downloads must not delay what the customer waits for. Without a worker the product works
 * online only.
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

/** Another tab may bring a new version at any moment from the first on. */
export function watchTakeovers(): void {
  let served = workerServes();
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    // The first worker of this device claims its pages; that is no update.
    if (served) offer();
    served = true;
  });
}
