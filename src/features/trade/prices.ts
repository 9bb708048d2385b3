import { assetOf } from '#core/domain/currencies.ts';
import { cryptoFor, totalFor } from '#core/domain/purchase.ts';
import { inOrder } from '#core/in-order.ts';
import type { BuyDeps } from './buy-deps.ts';
import type { BuyState } from './buy-state.ts';

const PAUSE_MS = 300;
/** A price that is on screen is not older than this. */
const REFRESH_MS = 15_000;
/** An older one, after the page was not looked at, is not bought at while the new one is on its way. */
const OLD_MS = REFRESH_MS + 3_000;

/** The side that was not typed follows the one that was (BUY-01). */
export function follow(state: BuyState): void {
  const asset = assetOf(state.asset);
  const { price } = state;
  const typed = state[state.typed].replace(/\.$/, '');
  const other = state.typed === 'fiat' ? 'crypto' : 'fiat';
  if (typed === '' || price === undefined) {
    state[other] = '';
    return;
  }
  const value = other === 'crypto' ? cryptoFor(typed, price, asset) : totalFor(typed, price, asset);
  state[other] = value ?? '';
}

/** Fetches what a unit costs: a moment after a change, and now and then while it is looked at. */
export function prices(state: BuyState, deps: BuyDeps) {
  const requests = inOrder();
  let cancel = () => {};
  let answeredAt = 0;
  /** Nobody looks at a price any more. */
  let left = false;

  async function load(): Promise<void> {
    if (left) return;
    cancel();
    const counts = requests.askOnly();
    const { asset, market } = state;
    const old = deps.now() - answeredAt > OLD_MS;
    if (state.price === undefined || old) state.priceStatus = 'loading';
    const [price, usdc] = await Promise.all([
      deps.price(asset, market),
      deps.price('USDC', market),
    ]);
    if (!counts()) return;
    answeredAt = deps.now();
    state.price = price.ok ? price.value.ask : undefined;
    state.spreadBps = price.ok ? price.value.spreadBps : undefined;
    state.usdcPrice = usdc.ok ? usdc.value.ask : undefined;
    const known = price.ok && usdc.ok;
    state.priceStatus = known ? 'ready' : 'failed';
    state.priceError = known
      ? undefined
      : price.ok
        ? 'Failed to fetch USDC rate'
        : 'Failed to fetch exchange rate';
    // What is being paid for does not change any more.
    if (state.phase === 'form') follow(state);
    if (known) cancel = deps.after(REFRESH_MS, refresh);
  }

  function refresh(): void {
    if (deps.attended() && state.phase === 'form') void load();
    else cancel = deps.after(REFRESH_MS, refresh);
  }

  /** Another asset: what is known of the old one is nothing. */
  function forget(): void {
    requests.changed();
    state.price = undefined;
    state.priceStatus = 'loading';
    state.priceError = undefined;
  }

  function soon(): void {
    if (left) return;
    requests.changed();
    cancel();
    cancel = deps.after(PAUSE_MS, () => void load());
  }

  /** For good: the answer under way is not looked at, and starts nothing. */
  function leave(): void {
    left = true;
    requests.changed();
    cancel();
  }

  return { load, soon, forget, leave };
}
