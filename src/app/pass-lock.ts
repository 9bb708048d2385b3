import { signal } from '@preact/signals-react';
import { flowHere } from '#platform/flow-lock.ts';
import { lockIsOn, markLocked } from '#platform/vault/app-lock.ts';
import { isSignedIn } from '#transport/session.ts';

/** `hidden`: the page stands on behind the lock, being in the middle of something. `gone`: it does not. */
export const behindLock = signal<'shown' | 'hidden' | 'gone'>('shown');

/** A version whose files are gone from the server is mended by loading anew. */
function offerReload(): Promise<never> {
  behindLock.value = 'gone';
  const text = document.createElement('p');
  text.textContent = 'The app is locked, and the unlock screen did not load.';
  const again = document.createElement('button');
  again.className = 'btn btn--primary';
  again.textContent = 'Try again';
  again.addEventListener('click', () => location.reload());
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
  // A payment or a half-filled form that stands below the lock goes on after it.
  behindLock.value = flowHere() ? 'hidden' : 'gone';
  root?.toggleAttribute('hidden', true);
  const { unlocked } = await import('./lock-screen.tsx').catch(offerReload);
  await unlocked();
  root?.toggleAttribute('hidden', false);
  behindLock.value = 'shown';
  passing = undefined;
}

/** Shows the app lock, where it is on, in place of everything else, until it is unlocked or left. */
export async function passLock(): Promise<void> {
  if (!isSignedIn() || !lockIsOn()) return;
  passing ??= pass();
  await passing;
}

/** The tab lost what opens the snapshots, or found that it needs it. */
export function lockAgain(): void {
  markLocked();
  void passLock();
}
