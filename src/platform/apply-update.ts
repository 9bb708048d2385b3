import { signal } from '@preact/signals-react';
import { flowHere, flowNames, knowsOtherTabs } from './flow-lock.ts';
import { updateReady } from './worker-bridge.ts';
import { askToActivate, becomesActive } from './worker-messages.ts';

const RETRY_MS = 2_000;
/** A browser may wait until the old worker has been at rest for half a minute. */
const ACTIVATION_MS = 45_000;

/** Names of the flows that a deferred update waits for. */
export const waitingFor = signal<readonly string[]>([]);

/** Loads the new version, unless this very tab is in the middle of something by now. */
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
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  // Another tab has switched: the newest version only has to be loaded.
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
  // Without word from the other tabs the customer is asked again, and nothing happens by itself.
  if (!knowsOtherTabs()) updateReady.value = 'ready';
  else await applyUpdate();
}

/**
 * The customer accepts the new version. While any tab is in a money flow it is put off, and finished
 * by itself afterwards; only the tab in which it was accepted reloads.
 */
export async function applyUpdate(): Promise<void> {
  updateReady.value = 'applying';
  if (await attempt()) return;
  waitingFor.value = await flowNames();
  updateReady.value = 'deferred';
  finishing ??= setInterval(() => void finishLater(), RETRY_MS);
}
