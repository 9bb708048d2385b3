import * as v from 'valibot';
import { subscribe } from 'valtio/vanilla';
import { toldPrices } from '#core/contract/live-prices.ts';
import { wallet } from '#features/wallet/browser.ts';
import { atLivePrices, livePrices } from '#transport/live-prices.ts';
import { moveNumbers } from '#ui/moving-numbers.ts';
import { pullToRefresh } from './pull-to-refresh.ts';
import { fadePages } from './transitions.ts';

/** The wallet at the prices that were told since it was read. What is shown with its time keeps its prices. */
function reprice(): void {
  const { state } = wallet;
  if (!state.asOf || state.source !== 'server' || state.failure !== undefined) return;
  const moved = atLivePrices(state.entries, state.asOf);
  if (moved) state.entries = moved.entries;
}

subscribe(livePrices, reprice);
// An answer may be older than what was told while it was on its way.
subscribe(wallet.state, reprice);

moveNumbers();
pullToRefresh();
fadePages();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Shows the prices of an event of the stream (LIVE-02); what cannot be read is left out. */
export function showPrices(text: string): void {
  const read = v.safeParse(toldPrices, parsed(text));
  if (read.success) livePrices.told = read.output;
}
