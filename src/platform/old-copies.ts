import { signal } from '@preact/signals-react';
import type { SnapshotName } from '#core/snapshot.ts';

/** The reads whose kept answer is on this device but too old to be shown. */
export const oldCopies = signal<ReadonlySet<SnapshotName>>(new Set());

export function markCopy(name: SnapshotName, isOld: boolean): void {
  const known = oldCopies.peek();
  if (known.has(name) === isOld) return;
  const names = new Set(known);
  if (isOld) names.add(name);
  else names.delete(name);
  oldCopies.value = names;
}
