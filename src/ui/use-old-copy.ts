import type { SnapshotName } from '#core/snapshot.ts';
import { oldCopies } from '#platform/old-copies.ts';
import { useSignalValue } from './use-signal-value.ts';

/** Why a page shows nothing offline though this device keeps an answer; undefined if it keeps none. */
export function useOldCopy(name: SnapshotName): string | undefined {
  return useSignalValue(oldCopies).has(name)
    ? 'The saved copy is older than 7 days. If the date on this device is wrong, set it right to see the copy.'
    : undefined;
}
