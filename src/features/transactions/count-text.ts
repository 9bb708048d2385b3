export interface Counted {
  /** How many entries are listed. */
  readonly shown: number;
  /** How many are on this device. */
  readonly known: number;
  /** Whether the server may have more that would be listed. */
  readonly goesOn: boolean;
  /** Whether a filter or a search leaves some out. */
  readonly filtered: boolean;
  /** Whether the server is asked. */
  readonly looking: boolean;
  /** Whether the server searched all there is, and not the device what it has. */
  readonly found: boolean;
}

const transactions = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction' : 'transactions'}`;

/** How many transactions are listed, and out of how many, as shown above the list and spoken. */
export function countText({ shown, known, goesOn, filtered, looking, found }: Counted): string {
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
