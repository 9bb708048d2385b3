// The kit's styles come first, so that a page's own can override them.
import '#ui/kit/tokens.css';
import '#ui/kit/typeface.css';
import '#ui/kit/kit.css';

import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, returnedInFrame } from '#app/app.tsx';
import { lookAround } from '#app/live/look-around.ts';
import { followPresses, keepHistoryPrivate } from '#app/navigation/navigation.ts';
import { prefetchOnIntent } from '#app/navigation/prefetch.ts';
import { fitsFirstScreen, takeOver } from '#app/pages/first-screen.tsx';
import { rootOptions, whenShown } from '#app/pages/page-shown.ts';
import { pages } from '#app/pages/pages.ts';
import { forgetNotifications } from '#app/session/forget-notifications.ts';
import { lockAgain, passLock } from '#app/session/pass-lock.ts';
import { followLaunches } from '#app/start/launch.ts';
import { noteStart } from '#app/start/start-failed-mark.ts';
import { guard, matchRoute, type RoutePath } from '#core/routes.ts';
import { watchInstall } from '#platform/device/install.ts';
import { applyPreferences } from '#platform/kept/preferences.ts';
import { liveWithForeignNodes } from '#platform/page/foreign-nodes.ts';
import { watchNetwork } from '#platform/page/online.ts';
import { watchLock } from '#platform/vault/app-lock.ts';
import { followLock } from '#platform/vault/unlocked-key.ts';
import { destroyForgottenVault } from '#platform/vault/vault.ts';
import { registerWorker, watchTakeovers } from '#platform/worker/worker-bridge.ts';
import { openDrafts } from '#transport/customer/drafts.ts';
import { watchIntents } from '#transport/customer/intents.ts';
import { doneOrGone } from '#transport/session/scope.ts';
import {
  needsSecondFactor,
  roleOf,
  session,
  watchOtherTabs,
  watchTimeZone,
} from '#transport/session/session.ts';
import { watchLeftSessions } from '#transport/session/watch-left-sessions.ts';

document.documentElement.dataset.app = 'runs';

liveWithForeignNodes();
keepHistoryPrivate();
applyPreferences();
watchNetwork();
watchOtherTabs();
watchTimeZone();
watchIntents();
watchInstall();
watchTakeovers();
followLaunches();
lookAround();
forgetNotifications();
followPresses();
prefetchOnIntent();
followLock(lockAgain);
watchLock();

/** The page this visit starts with, after the guard's redirects. */
function firstPage() {
  const path = location.pathname;
  const route = matchRoute(guard(path, roleOf(session), needsSecondFactor(session)) ?? path);
  return route && pages[route.path as RoutePath];
}

/** Repeats a button press made on the prerendered page before the app was running. */
function pressAgain(): void {
  const { dataset } = document.documentElement;
  const { pressed } = dataset;
  delete dataset.pressed;
  if (!pressed) return;
  document.querySelector<HTMLButtonElement>(`#root button[aria-label="${pressed}"]`)?.click();
}

function mount(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  whenShown(pressAgain);
  whenShown(noteStart);
  if (root.hasChildNodes() && fitsFirstScreen()) {
    takeOver(root);
  } else {
    // The prerendered content in the shell is not for this visit.
    if (document.documentElement.dataset.start === 'elsewhere') root.replaceChildren();
    // Rendered in small steps while the shell's page stays visible, then swapped in at once.
    startTransition(() => createRoot(root, rootOptions).render(<App />));
  }
  delete document.documentElement.dataset.start;
}

const MOMENT_MS = 400;
const moment = (): Promise<void> => new Promise((done) => setTimeout(done, MOMENT_MS));

async function start(): Promise<void> {
  // The page's script loads from the beginning. A failure is reported where the page is shown.
  const ready = firstPage()
    ?.load()
    .catch(() => undefined);
  // Inside the payment's frame nothing is shown, so nobody could unlock there.
  if (!returnedInFrame(location.pathname)) await passLock();
  // What was typed before a reload is there when its form is drawn (HARD-11).
  await Promise.race([Promise.all([ready, openDrafts()]), ready?.then(moment)]);
  // A customer who signed out at the lock starts on another page. A page that failed to load cannot
  // fetch its data either; it is mounted all the same and shows the failure.
  const known = firstPage()
    ?.begin?.()
    .catch(() => undefined);
  const settled = known && doneOrGone(known);
  // A quick answer saves rendering the page twice; a slow one does not hold it up.
  await Promise.race([known, moment()]);
  mount();
  registerWorker(settled);
  watchLeftSessions();
  void destroyForgottenVault();
}

// Not awaited: with a top-level await, other chunks would wait for this one, and the build would
// split it.
start().catch(() => window.startFailed?.());
