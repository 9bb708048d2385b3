import { getWalletList, type WalletEntry } from '#core/contract/wallet.ts';
import { readThrough } from './read-through.ts';

/**
 * Shows the balances that the device knows, if any, and then the current ones; `stale` marks the
 * device's. Returns whether any were known.
 */
export async function readBalances(
  show: (entries: readonly WalletEntry[], asOf: Date, stale: boolean) => void,
): Promise<boolean> {
  let known = false;
  await readThrough(
    'wallet',
    getWalletList,
    { quoteCurrencyId: 'USD' },
    (answer, { asOf, source }) => {
      known = true;
      show(answer.data, asOf, source === 'snapshot');
    },
  );
  return known;
}
