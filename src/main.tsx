// First of all styles, so that a page's own may change what the kit says.
import '#ui/tokens.css';
import '#ui/kit.css';

import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, returnedInFrame } from '#app/app.tsx';
import { fitsFirstScreen, takeOver } from '#app/first-screen.tsx';
import { followLaunches } from '#app/launch.ts';
import { lookAround } from '#app/look-around.ts';
import { followPresses, keepHistoryPrivate } from '#app/navigation.ts';
import { whenShown } from '#app/page-shown.ts';
import { pages } from '#app/pages.ts';
import { lockAgain, passLock } from '#app/pass-lock.ts';
import { prefetchOnIntent } from '#app/prefetch.ts';
import { guard, matchRoute, type RoutePath } from '#core/routes.ts';
import { watchInstall } from '#platform/install.ts';
import { watchNetwork } from '#platform/network.ts';
import { applyPreferences } from '#platform/preferences.ts';
import { watchLock } from '#platform/vault/app-lock.ts';
import { followLock } from '#platform/vault/unlocked-key.ts';
import { registerWorker, watchTakeovers } from '#platform/worker-bridge.ts';
import { roleOf, session, watchOtherTabs } from '#transport/session.ts';

keepHistoryPrivate();
applyPreferences();
watchNetwork();
watchOtherTabs();
watchInstall();
watchTakeovers();
followLaunches();
lookAround();
followPresses();
prefetchOnIntent();
followLock(lockAgain);
watchLock();

/** The page that this visit begins with, after its guard. */
function firstPage() {
  const path = location.pathname;
  const route = matchRoute(guard(path, roleOf(session)) ?? path);
  return route && pages[route.path as RoutePath];
}

/** Does what a button was pressed for while the page stood and the app did not run yet. */
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
  if (root.hasChildNodes() && fitsFirstScreen()) {
    takeOver(root);
  } else {
    // What it carries for others is not for this visit.
    if (document.documentElement.dataset.start === 'elsewhere') root.replaceChildren();
    // Drawn in small steps while the shell still shows its page, and put in place of it at once.
    startTransition(() => createRoot(root).render(<App />));
  }
  delete document.documentElement.dataset.start;
}

const MOMENT_MS = 400;
const moment = (): Promise<void> => new Promise((done) => setTimeout(done, MOMENT_MS));

async function start(): Promise<void> {
  // Its script is on its way from the beginning. What fails here is told where it is shown.
  const ready = firstPage()
    ?.load()
    .catch(() => undefined);
  // In the payment's own frame nothing is shown, and nobody could unlock.
  if (!returnedInFrame(location.pathname)) await passLock();
  await ready;
  // Who left at the lock begins elsewhere. A page that could not be loaded cannot ask either: it is
  // mounted all the same, and says so.
  const known = firstPage()
    ?.begin?.()
    .catch(() => undefined);
  // Drawn once with what is known rather than twice; a slow answer does not hold the page up.
  await Promise.race([known, moment()]);
  mount();
  registerWorker(known);
}

// Not awaited here: other parts would wait for this one, and the build would cut it to pieces.
void start();
