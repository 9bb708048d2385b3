export interface Counted {
  /** The number of listed entries. */
  readonly shown: number;
  /** The number of entries on this device. */
  readonly known: number;
  /** Whether the server may have more that would be listed. */
  readonly goesOn: boolean;
  /** Whether a filter or a search hides some. */
  readonly filtered: boolean;
  /** Whether the server is being asked. */
  readonly looking: boolean;
  /** Whether the server has answered, or cannot: the device's copy alone has a part, often fewer than there are. */
  readonly settled: boolean;
  /** Whether the server searched the whole history, rather than the device its part. */
  readonly found: boolean;
}

const transactions = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction' : 'transactions'}`;

/** The number of listed transactions and of all, as shown above the list and announced: once. */
export function countText({
  shown,
  known,
  goesOn,
  filtered,
  looking,
  settled,
  found,
}: Counted): string {
  if (!settled) return '';
  if (looking) return 'Searching older transactions';
  if (found)
    return goesOn ? `The newest ${transactions(shown)} found` : `${transactions(shown)} found`;
  if (known === 0) return '';
  const some = shown.toLocaleString('en-US');
  if (goesOn) {
    return filtered
      ? `${some} of the newest ${transactions(known)}`
      : `The newest ${transactions(known)}`;
  }
  return filtered ? `${some} of ${transactions(known)}` : transactions(known);
}
