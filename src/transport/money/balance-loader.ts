import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { inOrder } from '#transport/calls/in-order.ts';

/** `stale`: the entries are what the device kept, as of `asOf`. */
type Show = (entries: readonly WalletEntry[], asOf: Date, stale: boolean) => void;

/**
 * Shows the balances that the device keeps, if any, then the server's. Resolves with whether any
 * are known.
 */
export type ReadBalances = (show: Show) => Promise<boolean>;

/** Loads the balances for a form, as often as needed: a late answer never replaces a newer one. */
export function balanceLoader(read: ReadBalances, show: Show) {
  const requests = inOrder();
  let shown = false;

  /** Resolves with whether any balances are shown. */
  async function load(): Promise<boolean> {
    const counts = requests.ask();
    const known = await read((entries, asOf, stale) => {
      if (!counts(!stale)) return;
      shown = true;
      show(entries, asOf, stale);
    });
    return known || shown;
  }

  return {
    load,

    /** Loads after money may have moved: balances requested before no longer count. */
    reload(): Promise<boolean> {
      requests.changed();
      return load();
    },
  };
}
