import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { entriesOf } from '#core/statement/portfolio.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import type { ReadBalances } from './balance-loader.ts';

/** Twice the interval at which a visible page refreshes: older balances have outlived a sleep. */
const AGED_MS = 60_000;

/** Whether balances are so old that they are shown with their time. `now` is milliseconds since the epoch. */
export const areAged = (asOf: Date | undefined, now: number): boolean =>
  asOf !== undefined && now - asOf.getTime() > AGED_MS;

export const readBalances: ReadBalances = async (show) => {
  let known = false;
  await readThrough(
    'wallet',
    getWalletList,
    { quoteCurrencyId: 'USD' },
    (answer, { asOf, source }) => {
      known = true;
      show(entriesOf(answer), asOf, source === 'snapshot');
    },
  );
  return known;
};
