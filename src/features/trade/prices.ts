import type { Outcome } from '#core/failure.ts';
import { assetOf } from '#core/money/currencies.ts';
import { cryptoFor, totalFor } from '#core/money/purchase.ts';
import { clockText } from '#core/time/clock-text.ts';
import { busyFor } from '#transport/calls/busy.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import type { BuyDeps, UnitPrice } from './buy-deps.ts';
import type { BuyState } from './buy-state.ts';

const PAUSE_MS = 300;
/** How often a visible price is refreshed. */
const REFRESH_MS = 15_000;
/**
 * A price older than this, after the page was hidden, cannot be bought at while a new one is
 * loading.
 */
const OLD_MS = REFRESH_MS + 3_000;

/** Computes the side that was not typed from the one that was (BUY-01). */
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

/**
 * Fetches the price: shortly after a change of the form, and regularly while the page is visible.
 */
export function prices(state: BuyState, deps: BuyDeps) {
  const requests = inOrder();
  let cancel = () => {};
  let answeredAt = 0;
  /** The customer left the page, so no price is needed any more. */
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
    if (waits(price) || waits(usdc)) return;
    answeredAt = deps.now();
    state.price = price.ok ? price.value.ask : undefined;
    state.spreadBps = price.ok ? price.value.spreadBps : undefined;
    const madeFrom = price.ok ? price.value.madeFrom : undefined;
    state.madeFrom = madeFrom && { ...madeFrom, at: answeredAt };
    state.usdcPrice = usdc.ok ? usdc.value.ask : undefined;
    const known = price.ok && usdc.ok;
    state.priceStatus = known ? 'ready' : 'failed';
    state.priceError = known
      ? undefined
      : price.ok
        ? 'Failed to fetch USDC rate'
        : 'Failed to fetch exchange rate';
    // The amounts of a payment that has begun do not change any more.
    if (state.phase === 'form') follow(state);
    if (known) cancel = deps.after(REFRESH_MS, refresh);
  }

  /**
   * Whether a busy server asks to wait (OPS-10): the price that is known stays, is not bought at, and
   * is asked for again when the server says.
   */
  function waits(outcome: Outcome<UnitPrice>): boolean {
    const seconds = outcome.ok ? undefined : busyFor(outcome.failure);
    if (outcome.ok || seconds === undefined) return false;
    const text = deps.failureText(outcome.failure, 'Failed to fetch exchange rate');
    const kept = `The price shown is from ${clockText(new Date(answeredAt), new Date(deps.now()))}.`;
    state.priceStatus = 'failed';
    state.priceError = state.price === undefined ? text : `${text} ${kept}`;
    cancel = deps.after(seconds * 1_000, refresh);
    return true;
  }

  function refresh(): void {
    if (deps.attended() && state.phase === 'form') void load();
    else cancel = deps.after(REFRESH_MS, refresh);
  }

  /** The asset or the market changed: the known price does not apply to it. */
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

  /** Ends it for good: an answer still under way is ignored and starts nothing. */
  function leave(): void {
    left = true;
    requests.changed();
    cancel();
  }

  return { load, soon, forget, leave };
}
