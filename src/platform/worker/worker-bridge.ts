import { signal } from '@preact/signals-react';
import { flowHere, flowNames, knowsOtherTabs } from '#platform/page/flow-lock.ts';
import { onBackOnline } from '#platform/page/online.ts';
import { trustedScript } from '#platform/page/trusted-scripts.ts';
import { askToActivate, becomesActive, isOurs } from './worker-messages.ts';
import { workerServes } from './worker-serves.ts';

/**
 * `none`: this page is the newest version. `ready`: a newer version is waiting, or another tab has
 * already switched to it. `deferred`: the customer accepted, but a flow must end first. `applying`:
 * the update is being applied, and the page is about to reload.
 */
export type UpdateState = 'none' | 'ready' | 'deferred' | 'applying';

export const updateReady = signal<UpdateState>('none');

/** Numbers the versions offered to this page, to tell them apart. */
export const offeredVersion = signal(0);

/** Names of the flows that a deferred update waits for. */
export const waitingFor = signal<readonly string[]>([]);

const HOUR_MS = 3_600_000;
const RETRY_MS = 2_000;
/** A browser may wait until the old worker has been idle for half a minute; after this it is asked again. */
const ACTIVATION_MS = 45_000;
/** A worker that takes over does so within a second or two; after this, something keeps it from it. */
const NUDGE_MS = 10_000;
const REST_MS = 1_000;

let registration: ServiceWorkerRegistration | undefined;

const WORKER = '/sw.js';

let offered: ServiceWorker | null | undefined;

function offer(version: ServiceWorker | null): void {
  if (version !== offered) offeredVersion.value += 1;
  offered = version;
  if (updateReady.value === 'none') updateReady.value = 'ready';
}

async function offerIfOurs(version: ServiceWorker): Promise<void> {
  // Otherwise nothing is offered: a right worker will replace it as soon as the server has one.
  if (await isOurs(version)) offer(version);
}

/** Workbox follows only the first update that it did not begin itself. */
function followUpdates(found: ServiceWorkerRegistration): void {
  found.addEventListener('updatefound', () => {
    const { installing } = found;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && found.active) void offerIfOurs(installing);
    });
  });
}

async function register(): Promise<void> {
  // Imported only now, because updates are not urgent and need not slow down the first load.
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(trustedScript(WORKER));
  workbox.addEventListener('waiting', ({ sw }) => sw && void offerIfOurs(sw));
  registration = await workbox.register();
  if (registration) followUpdates(registration);
}

async function check(): Promise<void> {
  if (navigator.onLine === false) return;
  const known = await navigator.serviceWorker.getRegistration();
  if (known?.waiting) void offerIfOurs(known.waiting);
  // A first installation that failed leaves nothing behind; a later one goes on with its files.
  await (known ? known.update() : register());
}

async function keepUpToDate(): Promise<void> {
  await register().catch(() => undefined);
  const look = (): void => void check().catch(() => undefined);
  setInterval(look, HOUR_MS);
  onBackOnline(look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
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
  // `npm run dev` has no worker, because it would answer with files from before an edit.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const start = (): void => void keepUpToDate();
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

/**
 * Resolves to whether the waiting worker took over. Chromium stops the old worker for it once; if a request starts
 * the old one again in that moment, it stays until it has been idle for half a minute, which a page that asks
 * regularly never lets it be. Each navigation makes Chromium stop it again, so a hidden frame loads a small file.
 */
async function takesOver(waiting: ServiceWorker): Promise<boolean> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = '/icon.svg';
  const nudging = setInterval(() => {
    frame.remove();
    document.body.append(frame);
  }, NUDGE_MS);
  const isActive = await becomesActive(waiting, ACTIVATION_MS);
  clearInterval(nudging);
  frame.remove();
  return isActive;
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
  // A reload before that would load the old version again, and nothing would continue to the new one.
  if (!(await takesOver(waiting))) return false;
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
    if (served) offer(navigator.serviceWorker.controller);
    served = true;
  });
}
