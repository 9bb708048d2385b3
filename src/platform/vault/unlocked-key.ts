interface Opener {
  readonly epoch: string;
  readonly key: CryptoKey;
}

/** What opens a locked vault's snapshots: in this tab's memory only, from an unlock to the next lock. */
let opener: Opener | undefined;
let show = (): void => undefined;

export function holdOpener(held: Opener): void {
  opener = held;
}

export const openerOf = (epoch: string): CryptoKey | undefined =>
  opener?.epoch === epoch ? opener.key : undefined;

export function dropOpener(): void {
  opener = undefined;
}

/** Whether this tab was unlocked and holds what opens the snapshots. */
export const isOpen = (): boolean => opener !== undefined;

/** Forgets what opens the snapshots and shows the lock; also where only the vault knew of it. */
export function lockNow(): void {
  dropOpener();
  show();
}

/** Called once by the composition root with what puts the lock on screen. */
export function followLock(shown: () => void): void {
  show = shown;
}
