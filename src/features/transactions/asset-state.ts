import { proxy } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet.ts';
import { type Holding, holdingsOf } from '#core/domain/portfolio.ts';
import { readThrough } from '#transport/read-through.ts';
import { session } from '#transport/session.ts';

/** One asset of the customer's wallet, as the snapshot or the server last said it. */
export interface AssetBalance {
  owner: string | undefined;
  holdings: readonly Holding[];
  asOf: Date | undefined;
  failed: boolean;
}

export const balances: AssetBalance = proxy<AssetBalance>({
  owner: undefined,
  holdings: [],
  asOf: undefined,
  failed: false,
});

/** Reads the balances; what the page shows never comes from the navigation state, which ages. */
export async function loadBalances(market: string): Promise<void> {
  const owner = session.user?.id;
  if (owner !== balances.owner) {
    Object.assign(balances, { owner, holdings: [], asOf: undefined, failed: false });
  }
  const outcome = await readThrough('wallet', getWalletList, {}, (answer, { asOf }) => {
    if (session.user?.id !== owner) return;
    Object.assign(balances, { holdings: holdingsOf(answer.data, market), asOf, failed: false });
  });
  balances.failed = !outcome.ok;
}
