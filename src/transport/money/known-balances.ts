import { subscribe } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type Entry, entriesOf } from '#core/statement/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { reading } from '#transport/calls/reading.ts';
import { areAged } from '#transport/money/balances.ts';
import { atLivePrices, livePrices } from '#transport/money/live-prices.ts';

interface Balances {
  readonly entries: readonly Entry[];
  /** When these prices were made: they change while the page is open (LIVE-02). */
  readonly pricedAt: Date;
}

/** The customer's balances. An answer that has grown old counts as a snapshot, which is shown with its time. */
export const balances = reading(
  getWalletList,
  { quoteCurrencyId: 'USD' },
  {
    snapshot: 'wallet',
    pick: (answer, asOf): Balances => ({ entries: entriesOf(answer), pricedAt: asOf }),
    // The answer may be older than prices that arrived by the stream meanwhile.
    heard: reprice,
  },
);

/** A snapshot keeps the prices of its time. */
function reprice(): void {
  const { data, asOf, source, failure } = balances.known;
  if (!data || !asOf || source !== 'server' || failure !== undefined) return;
  const moved = atLivePrices(data.entries, asOf);
  if (moved) balances.known.data = { entries: moved.entries, pricedAt: moved.at };
}

subscribe(livePrices, reprice);

/** Reads the balances. The page never shows those of the navigation state, which go stale. */
export function loadBalances(): Promise<void> {
  if (areAged(balances.known.asOf, serverNow())) balances.known.source = 'snapshot';
  return balances.load();
}
