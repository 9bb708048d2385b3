import { randomBytes, randomHex } from '#platform/ciphers/random.ts';
import { keepForLong } from '#platform/kept/persistence.ts';
import { forgetLock, markLocked } from './app-lock.ts';
import { askPasskey, forgetPasskey, makePasskey } from './passkey.ts';
import { makeLockedVault, unwrapOpener } from './passkey-keys.ts';
import { holdOpener, isOpen, lockNow } from './unlocked-key.ts';
import { makeKey, replaceVault } from './vault.ts';
import { isLocked, readVault, type Vault } from './vault-record.ts';

/** A customer who was away for longer has to unlock again. */
const AWAY_MS = 5 * 60_000;

const REFUSED = 'This device did not confirm it’s you. Please try again.';
const FAILED = 'Your browser could not ask this device. Please try again, or reload the page.';
const UNREADABLE = 'This device could not read its keys. Try again, or sign in again.';
const NOT_KEPT = 'This device could not save the change. Nothing was changed.';

let watching = false;

/** Locks again once this tab has been hidden for `AWAY_MS`. */
function watchAbsence(): void {
  if (watching) return;
  watching = true;
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    const away = since === undefined ? 0 : Date.now() - since;
    const hidden = document.visibilityState === 'hidden';
    since = hidden ? Date.now() : undefined;
    // A sleeping device runs no timers; the time away is then checked on return.
    if (hidden) timer = setTimeout(lockIfOpen, AWAY_MS);
    // If the clock was set back, the time away is unknown, so the tab locks.
    else if (away >= AWAY_MS || away < 0) lockIfOpen();
  });
}

function lockIfOpen(): void {
  if (isOpen()) lockNow();
}

async function askAndHold(vault: Vault): Promise<string | undefined> {
  if (!vault.lock) return UNREADABLE;
  const answer = await askPasskey(vault.lock.credential, vault.lock.salt);
  if (answer === 'refused') return REFUSED;
  if (answer === 'failed') return FAILED;
  if (answer === 'unsupported') return UNREADABLE;
  const key = await unwrapOpener(vault, vault.lock, answer.secret);
  if (!key) return UNREADABLE;
  holdOpener({ epoch: vault.epoch, key });
  watchAbsence();
  return undefined;
}

/**
 * Opens this customer's vault in this tab after the device's own unlock; returns what went wrong.
 */
export async function unlock(userId: string | undefined): Promise<string | undefined> {
  const vault = await readVault();
  if (!vault || vault.userId !== userId) return UNREADABLE;
  if (isLocked(vault)) return askAndHold(vault);
  // The lock was turned off in another tab, or turning it on never completed.
  forgetLock();
  return undefined;
}

/** Turns the lock on; returns why it stays off. */
export async function turnLockOn(userId: string, name: string): Promise<string | undefined> {
  const before = await readVault();
  if (!before || before.userId !== userId) return NOT_KEPT;
  if (isLocked(before)) return unlock(userId);
  const salt = randomBytes(32);
  const passkey = await makePasskey(name, salt);
  if (passkey === 'refused') return REFUSED;
  if (passkey === 'failed') return FAILED;
  if (passkey === 'unsupported') {
    return 'No passkey on this device can hold the key to your data, so the app lock stays off.';
  }
  const vault = await makeLockedVault(userId, passkey, salt);
  const key = vault.lock && (await unwrapOpener(vault, vault.lock, passkey.secret));
  const notKept = (): string => {
    forgetPasskey(passkey.credential);
    return NOT_KEPT;
  };
  if (!key) return notKept();
  // Hold the key before the vault is stored, so that no read in between finds the vault locked.
  holdOpener({ epoch: vault.epoch, key });
  if (!markLocked() || !(await replaceVault(before.epoch, vault))) {
    forgetLock();
    return notKept();
  }
  // Whoever locks this device's copies means to keep them here.
  void keepForLong({ meant: true });
  watchAbsence();
  return undefined;
}

/** Turns the lock off after one more unlock; returns why it stays on. */
export async function turnLockOff(userId: string): Promise<string | undefined> {
  const failed = await unlock(userId);
  const before = await readVault();
  if (failed || !before || !isLocked(before)) return failed;
  const key = await makeKey();
  const plain = key && { userId, epoch: randomHex(16), key };
  if (!plain || !(await replaceVault(before.epoch, plain))) return NOT_KEPT;
  forgetLock();
  if (before.lock) forgetPasskey(before.lock.credential);
  return undefined;
}
