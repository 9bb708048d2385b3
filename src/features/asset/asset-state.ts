import { subscribe } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type Entry, entriesOf } from '#core/statement/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { areAged } from '#transport/money/balances.ts';
import { atLivePrices, livePrices } from '#transport/money/live-prices.ts';
import { scopedStore } from '#transport/session/scope.ts';

/** The customer's balances, as the snapshot or the server last reported them. */
export interface AssetBalance {
  entries: readonly Entry[];
  asOf: Date | undefined;
  /** When these prices were made: they change while the page is open (LIVE-02). */
  pricedAt: Date | undefined;
  /** An answer that has grown old counts as a snapshot, which is shown with its time. */
  source: 'snapshot' | 'server' | undefined;
  /** The last read failed: what is shown is older than it. */
  failed: boolean;
}

const unknown = (): AssetBalance => ({
  entries: [],
  asOf: undefined,
  pricedAt: undefined,
  source: undefined,
  failed: false,
});

export const balances = scopedStore(unknown);

const questions = inOrder();

/** A snapshot keeps the prices of its time. */
function reprice(): void {
  const { entries, asOf, source, failed } = balances;
  const moved = asOf && source === 'server' && !failed && atLivePrices(entries, asOf);
  if (moved) Object.assign(balances, { entries: moved.entries, pricedAt: moved.at });
}

subscribe(livePrices, reprice);

/** Reads the balances. The page never shows those of the navigation state, which go stale. */
export async function loadBalances(): Promise<void> {
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
      Object.assign(balances, { entries: entriesOf(answer), asOf, pricedAt: asOf, source });
      // The answer may be older than prices that arrived by the stream meanwhile.
      reprice();
    },
  );
  if (counts(false)) balances.failed = !outcome.ok;
}
