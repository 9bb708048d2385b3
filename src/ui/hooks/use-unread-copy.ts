import type { SnapshotName } from '#core/snapshot.ts';
import { type Unread, unreadCopies } from '#platform/kept/unread-copies.ts';
import { useSignalValue } from './use-signal-value.ts';

const texts: Readonly<Record<Unread, string>> = {
  old: 'The saved copy is older than 7 days. If the date on this device is wrong, set it right to see the copy.',
  foreign:
    'The copy saved on this device is from another version of the app. This appears again when the connection is back.',
};

/** Why a page is empty offline although this device has an answer; undefined if it has none. */
export function useUnreadCopy(name: SnapshotName): string | undefined {
  const why = useSignalValue(unreadCopies).get(name);
  return why && texts[why];
}
