import { subscribe } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type Entry, entriesOf } from '#core/statement/portfolio.ts';
import { followOnline } from '#platform/page/online.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { reading } from '#transport/calls/reading.ts';
import { areAged } from '#transport/money/balances.ts';
import { atLivePrices, livePrices } from '#transport/money/live-prices.ts';

interface Balances {
  readonly entries: readonly Entry[];
  /** The same at the prices of the answer, which is what the device keeps. */
  readonly answered: readonly Entry[];
  /** When these prices were made: they change while the page is open (LIVE-02). */
  readonly pricedAt: Date;
}

/** The customer's balances. An answer that has grown old counts as a snapshot, which is shown with its time. */
export const balances = reading(
  getWalletList,
  { quoteCurrencyId: 'USD' },
  {
    snapshot: 'wallet',
    pick: (answer, asOf): Balances => {
      const entries = entriesOf(answer);
      return { entries, answered: entries, pricedAt: asOf };
    },
    // The answer may be older than prices that arrived by the stream meanwhile.
    heard: reprice,
  },
);

/** A snapshot keeps the prices of its time. */
function reprice(): void {
  const { data, asOf, source, failure } = balances.known;
  if (!data || !asOf || source !== 'server' || failure !== undefined) return;
  const moved = atLivePrices(data.entries, asOf);
  if (moved) balances.known.data = { ...data, entries: moved.entries, pricedAt: moved.at };
}

subscribe(livePrices, reprice);

/** What is known counts as the device's copy of it, at the prices of its time: a reload shows the same. */
function asKept(): void {
  const { data, asOf } = balances.known;
  if (!data || !asOf) return;
  Object.assign(balances.known, {
    ...{ data: { ...data, entries: data.answered, pricedAt: asOf }, source: 'snapshot' },
  });
}

followOnline((isOnline) => isOnline || asKept());

/** Reads the balances. The page never shows those of the navigation state, which go stale. */
export function loadBalances(): Promise<void> {
  if (areAged(balances.known.asOf, serverNow())) asKept();
  return balances.load();
}
