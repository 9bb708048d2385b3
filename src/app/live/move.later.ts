import * as v from 'valibot';
import { subscribe } from 'valtio/vanilla';
import { pullToRefresh } from '#app/navigation/pull-to-refresh.ts';
import { fadePages } from '#app/navigation/transitions.ts';
import { toldPrices } from '#core/contract/market/live-prices.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
import { atLivePrices, livePrices } from '#transport/money/live-prices.ts';
import { moveNumbers } from '#ui/chart/moving-numbers.ts';
import { slideGrain } from '#ui/marks/sliding-grain.ts';

/** Updates the wallet to the latest prices. A snapshot keeps the prices of its time. */
function reprice(): void {
  const { state } = wallet;
  if (!state.asOf || state.source !== 'server' || state.failure !== undefined) return;
  const moved = atLivePrices(state.entries, state.asOf);
  if (moved) state.entries = moved.entries;
}

subscribe(livePrices, reprice);
// The answer may be older than prices that arrived by the stream meanwhile.
subscribe(wallet.state, reprice);

moveNumbers();
pullToRefresh();
fadePages();
slideGrain();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Shows the prices of a stream event (LIVE-02); an unreadable one is ignored. */
export function showPrices(text: string): void {
  const read = v.safeParse(toldPrices, parsed(text));
  if (read.success) livePrices.told = read.output;
}
