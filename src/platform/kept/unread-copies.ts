import { signal } from '@preact/signals-react';
import type { SnapshotName } from '#core/snapshot.ts';

/** Why a kept answer is not shown: it is too old, or another version of the app kept it in its own way. */
export type Unread = 'old' | 'foreign';

/** The reads whose kept answer is on this device and not shown. */
export const unreadCopies = signal<ReadonlyMap<SnapshotName, Unread>>(new Map());

export function markCopy(name: SnapshotName, why: Unread | undefined): void {
  const known = unreadCopies.peek();
  if (known.get(name) === why) return;
  const names = new Map(known);
  if (why) names.set(name, why);
  else names.delete(name);
  unreadCopies.value = names;
}

/** Whoever they were kept for is gone. */
export function forgetCopies(): void {
  unreadCopies.value = new Map();
}
