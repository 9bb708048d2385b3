import { isLocked, type Vault } from './vault-record.ts';

interface Opener {
  readonly epoch: string;
  readonly key: CryptoKey;
}

/**
 * The key to a locked vault's snapshots, only in this tab's memory, from an unlock to the next
 * lock.
 */
let opener: Opener | undefined;
let show = (): void => undefined;

export function holdOpener(held: Opener): void {
  opener = held;
}

/** The key that opens the vault's records; undefined while it is locked. */
export function openerOf(vault: Vault): CryptoKey | undefined {
  if (!isLocked(vault)) return vault.key;
  return opener?.epoch === vault.epoch ? opener.key : undefined;
}

export function dropOpener(): void {
  opener = undefined;
}

/** Whether this tab is unlocked and holds the key that opens the snapshots. */
export const isOpen = (): boolean => opener !== undefined;

/**
 * Forgets the key to the snapshots and shows the lock screen, even if only the vault knew of it.
 */
export function lockNow(): void {
  dropOpener();
  show();
}

/** Called once by the composition root with the function that shows the lock screen. */
export function followLock(shown: () => void): void {
  show = shown;
}
