import { getWalletList } from '#core/contract/wallet.ts';
import type { ReadBalances } from './balance-loader.ts';
import { readThrough } from './read-through.ts';

export const readBalances: ReadBalances = async (show) => {
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
};
