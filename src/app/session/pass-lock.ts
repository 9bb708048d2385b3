import { signal } from '@preact/signals-react';
import { flowHere } from '#platform/page/flow-lock.ts';
import { lockIsOn, markLocked } from '#platform/vault/app-lock.ts';
import { mendApp } from '#platform/worker/repair.ts';
import { isSignedIn } from '#transport/session/session.ts';

/** `hidden`: a page in a flow stays mounted behind the lock. `gone`: the page is unmounted. */
export const behindLock = signal<'shown' | 'hidden' | 'gone'>('shown');

/** If its files are damaged here or gone from the server, mending and a reload bring them. */
function offerReload(): Promise<never> {
  behindLock.value = 'gone';
  const text = document.createElement('p');
  text.textContent = 'The app is locked, and the unlock screen did not load.';
  const again = document.createElement('button');
  again.className = 'btn btn--primary';
  again.textContent = 'Try again';
  again.addEventListener('click', () => void mendApp().finally(() => location.reload()));
  const note = document.createElement('main');
  note.className = 'empty';
  note.setAttribute('role', 'alert');
  note.append(text, again);
  document.body.append(note);
  return new Promise<never>(() => undefined);
}

let passing: Promise<void> | undefined;

async function pass(): Promise<void> {
  const root = document.getElementById('root');
  // A payment or a half-filled form behind the lock continues after it.
  behindLock.value = flowHere() ? 'hidden' : 'gone';
  root?.toggleAttribute('hidden', true);
  const { unlocked } = await import('./lock-screen.tsx').catch(offerReload);
  await unlocked();
  root?.toggleAttribute('hidden', false);
  behindLock.value = 'shown';
  passing = undefined;
}

/**
 * If the app lock is on, shows it in place of everything else until the customer unlocks or leaves.
 */
export async function passLock(): Promise<void> {
  if (!isSignedIn() || !lockIsOn()) return;
  passing ??= pass();
  await passing;
}

/** Called when this tab has lost the key to the snapshots, or finds that it needs one. */
export function lockAgain(): void {
  markLocked();
  void passLock();
}
