import { proxy } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet.ts';
import { entriesOf, type Holding, holdingsOf } from '#core/domain/portfolio.ts';
import { inOrder } from '#core/in-order.ts';
import { serverNow } from '#platform/clock.ts';
import { areAged } from '#transport/balances.ts';
import { readThrough } from '#transport/read-through.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/** The customer's balances, as the snapshot or the server last reported them. */
export interface AssetBalance {
  holdings: readonly Holding[];
  asOf: Date | undefined;
  /** An answer that has grown old counts as a snapshot, which is shown with its time. */
  source: 'snapshot' | 'server' | undefined;
  /** The last read failed: what is shown is older than it. */
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

const questions = inOrder(() => session.user?.id);

/** Reads the balances. The page never shows those of the navigation state, which go stale. */
export async function loadBalances(market: string): Promise<void> {
  const counts = questions.ask();
  if (areAged(balances.asOf, serverNow())) balances.source = 'snapshot';
  const outcome = await readThrough(
    'wallet',
    getWalletList,
    { quoteCurrencyId: 'USD' },
    (answer, { asOf, source }) => {
      // A snapshot is older than what is already on screen.
      if (source === 'snapshot' && balances.asOf) return;
      if (!counts(source === 'server')) return;
      Object.assign(balances, { holdings: holdingsOf(entriesOf(answer), market), asOf, source });
    },
  );
  if (counts(false)) balances.failed = !outcome.ok;
}
