import { signal } from '@preact/signals-react';
import { deadline } from './deadline.ts';

/**
 * Whether the server can be reached, as far as this device knows. The browser's own flag says only
 * that there is some network, so a request that got no answer turns this off too, and a small probe
 * finds out when the way is open again.
 */
export const online = signal(typeof navigator === 'undefined' || navigator.onLine !== false);

/** What is known while `assumeOnline` holds `online` back. */
let known = online.peek();
let assumed = false;

function learn(reachable: boolean): void {
  known = reachable;
  if (!assumed) online.value = reachable;
}

/**
 * From here on `online` is true, whatever is learned, until the answered function is called: a page that
 * was drawn by the build, as online, is taken over only by one that begins as it was drawn.
 */
export function assumeOnline(): () => void {
  assumed = true;
  online.value = true;
  return () => {
    assumed = false;
    online.value = known;
  };
}

/** Runs each time the connection is back, until the answered function is called. */
export function onBackOnline(run: () => void): () => void {
  let was = online.peek();
  return online.subscribe((now) => {
    if (now && !was) run();
    was = now;
  });
}

const PROBE_EVERY_MS = 5_000;
/** So long a probe is waited for: a connection that swallows everything would never end it. */
const PROBE_MS = 10_000;
let probing: ReturnType<typeof setTimeout> | undefined;

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: deadline(PROBE_MS) });
    // A captive portal answers too, with a page of its own.
    return answer.ok && (answer.headers.get('content-type')?.includes('json') ?? false);
  } catch {
    return false;
  }
}

async function probe(): Promise<void> {
  clearTimeout(probing);
  probing = undefined;
  if (navigator.onLine === false) return;
  if (await answers()) comeBack();
  else scheduleProbe();
}

function scheduleProbe(): void {
  probing ??= setTimeout(() => void probe(), PROBE_EVERY_MS);
}

/** A request got no answer. */
export function reportUnreachable(): void {
  learn(false);
  scheduleProbe();
}

function comeBack(): void {
  clearTimeout(probing);
  probing = undefined;
  learn(true);
}

/** The server answered. */
export async function reportReachable(): Promise<void> {
  // What was on its way when the network went says nothing about now; what is asked now does.
  if (navigator.onLine === false && (known || !(await answers()))) return;
  comeBack();
}

/** A request has had no answer for long: asks whether there are any at all, and answers just that. */
export async function reportSilence(): Promise<boolean> {
  const reachable = await answers();
  if (reachable) comeBack();
  else reportUnreachable();
  return reachable;
}

/** Follows the browser's own events; called once by the composition root. */
export function watchNetwork(): void {
  window.addEventListener('offline', () => learn(false));
  // There is a network again; only an answer proves that it leads to the server.
  window.addEventListener('online', () => void probe());
  // A page that was asleep hears of neither.
  const look = (): void => {
    if (navigator.onLine === false) learn(false);
    else if (!known) void probe();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  window.addEventListener('pageshow', look);
}
