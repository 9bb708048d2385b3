import { proxy } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet.ts';
import { type Holding, holdingsOf } from '#core/domain/portfolio.ts';
import { inOrder } from '#core/in-order.ts';
import { readThrough } from '#transport/read-through.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/** One asset of the customer's wallet, as the snapshot or the server last said it. */
export interface AssetBalance {
  holdings: readonly Holding[];
  asOf: Date | undefined;
  source: 'snapshot' | 'server' | undefined;
  /** The last read brought nothing: what is shown is older than that. */
  failed: boolean;
}

const unknown = (): AssetBalance => ({
  holdings: [],
  asOf: undefined,
  source: undefined,
  failed: false,
});

export const balances: AssetBalance = proxy(unknown());

whenCustomerChanges(() => Object.assign(balances, unknown()));

const questions = inOrder();

/** Reads the balances; what the page shows never comes from the navigation state, which ages. */
export async function loadBalances(market: string): Promise<void> {
  const owner = session.user?.id;
  const isCurrent = (): boolean => session.user?.id === owner;
  const isNews = questions.ask();
  const outcome = await readThrough(
    'wallet',
    getWalletList,
    { quoteCurrencyId: 'USD' },
    (answer, { asOf, source }) => {
      // A snapshot is older than what is on screen already.
      if (!isCurrent() || (source === 'snapshot' && balances.source === 'server')) return;
      if (!isNews(source === 'server')) return;
      Object.assign(balances, { holdings: holdingsOf(answer.data, market), asOf, source });
    },
  );
  if (isCurrent() && isNews(false)) balances.failed = !outcome.ok;
}
