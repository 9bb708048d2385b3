import { signal } from '@preact/signals-react';
import { serverAnswers } from '#platform/worker/server-answers.ts';

/**
 * Whether the server can be reached, as far as this device knows. The browser's own flag only says
 * that there is some network, so an unanswered request also turns this off, and a small probe finds
 * out when the server can be reached again.
 */
export const online = signal(typeof navigator === 'undefined' || navigator.onLine !== false);

/** The actual state, kept up to date while `assumeOnline` holds `online` at true. */
let known = online.peek();
let assumed = false;

function learn(reachable: boolean): void {
  known = reachable;
  if (!assumed) online.value = reachable;
}

/**
 * Holds `online` at true, whatever is learned, until the returned function is called: the app can
 * only hydrate a page prerendered as online if its own first render is online too.
 */
export function assumeOnline(): () => void {
  assumed = true;
  online.value = true;
  return () => {
    assumed = false;
    online.value = known;
  };
}

/** For code that asks once, such as event handlers; components use `useOnline`. */
export const onlineNow = (): boolean => online.peek();

/**
 * Calls `run` now and at each change with whether the device is online, until the returned function is
 * called.
 */
export const followOnline = (run: (isOnline: boolean) => void): (() => void) =>
  online.subscribe(run);

/** Calls `run` each time the connection comes back, until the returned function is called. */
export function onBackOnline(run: () => void): () => void {
  let was = online.peek();
  return online.subscribe((now) => {
    if (now && !was) run();
    was = now;
  });
}

const PROBE_EVERY_MS = 5_000;
let probing: ReturnType<typeof setTimeout> | undefined;

async function probe(): Promise<void> {
  clearTimeout(probing);
  probing = undefined;
  if (navigator.onLine === false) return;
  if (await serverAnswers()) comeBack();
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
  // An answer under way when the network was lost proves nothing about now; a new probe does.
  if (navigator.onLine === false && (known || !(await serverAnswers()))) return;
  comeBack();
}

/** A request has gone unanswered for long: probes the server and returns whether it answers. */
export async function reportSilence(): Promise<boolean> {
  const reachable = await serverAnswers();
  if (reachable) comeBack();
  else reportUnreachable();
  return reachable;
}

/** Follows the browser's own events; called once by the composition root. */
export function watchNetwork(): void {
  window.addEventListener('offline', () => learn(false));
  // There is a network again, but only an answer proves that it reaches the server.
  window.addEventListener('online', () => void probe());
  // A page that was asleep gets neither event.
  const look = (): void => {
    if (navigator.onLine === false) learn(false);
    else if (!known) void probe();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  window.addEventListener('pageshow', look);
}
