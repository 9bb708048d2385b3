import type { SnapshotName } from '#core/snapshot.ts';
import { oldCopies } from '#platform/old-copies.ts';
import { useSignalValue } from './use-signal-value.ts';

/**
 * Why a page is empty offline although this device has an answer that is too old; undefined if it has none.
 */
export function useOldCopy(name: SnapshotName): string | undefined {
  return useSignalValue(oldCopies).has(name)
    ? 'The saved copy is older than 7 days. If the date on this device is wrong, set it right to see the copy.'
    : undefined;
}
