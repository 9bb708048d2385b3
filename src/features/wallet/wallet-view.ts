import {
  cashIn,
  type Holding,
  holdingsOf,
  holdsNothing,
  isZero,
  notOffered,
  onHoldUsd,
  ownedUsd,
  pendingUsd,
  priceMove,
  totalUsd,
} from '#core/statement/portfolio.ts';
import type { WalletState } from './wallet-state.ts';

/** How USD values become the customer's currency; see `moneyOf`. */
export interface Money {
  readonly currency: string;
  /** `failed`: no rate is known, so no value is known, either (WAL-04). */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The customer's currency has no rate at all: USD is shown, and a notice says so. */
  readonly fellBack: boolean;
  convert(usd: string | undefined): string | undefined;
}

export interface RatesView {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly rates: Readonly<Record<string, string>>;
}

type Convert = (
  usd: string,
  currency: string,
  rates: Readonly<Record<string, string>>,
) => string | undefined;

const inUsd: Money = {
  currency: 'USD',
  status: 'ready',
  fellBack: false,
  convert: (usd) => usd,
};

export function moneyOf(market: string, rates: RatesView, convert: Convert): Money {
  if (market === 'USD') return inUsd;
  if (rates.status === 'ready') {
    if (rates.rates[market] === undefined) return { ...inUsd, fellBack: true };
    return {
      currency: market,
      status: 'ready',
      fellBack: false,
      convert: (usd) => usd && convert(usd, market, rates.rates),
    };
  }
  return {
    currency: market,
    status: rates.status === 'failed' ? 'failed' : 'loading',
    fellBack: false,
    convert: () => undefined,
  };
}

/** What is shown as the total. */
export type Total =
  | { readonly kind: 'loading' }
  /** The balance is unknown (BEY-23). */
  | { readonly kind: 'unknown' }
  /** The balances are known, but not their value, for lack of exchange rates (WAL-04) or prices. */
  | { readonly kind: 'no-rates' | 'no-prices' }
  | { readonly kind: 'known'; readonly amount: string };

export interface WalletView {
  readonly total: Total;
  readonly holdings: readonly Holding[];
  /** The customer is known to hold nothing, neither available nor on hold nor on its way in (EASE-02). */
  readonly bare: boolean;
  /** The value of everything, also on hold, in the customer's currency; undefined if unknown. */
  readonly owned: string | undefined;
  /** Values beside the total, in the customer's currency; undefined if zero or unknown. */
  readonly onHold: string | undefined;
  readonly pending: string | undefined;
  readonly notOffered: readonly Holding[];
  readonly cash: readonly Holding[];
  /** The change of the held assets' prices in 24 hours, in percent (HARD-35). */
  readonly move: string | undefined;
}

export function walletView(
  state: Pick<WalletState, 'status' | 'entries'>,
  market: string,
  money: Money,
): WalletView {
  const holdings = holdingsOf(state.entries, market);
  const beside = (usd: string | undefined): string | undefined =>
    isZero(usd ?? '') ? undefined : money.convert(usd);
  return {
    total: totalOf(state.status, holdings, money),
    holdings,
    bare: state.status === 'ready' && holdsNothing(state.entries),
    owned: state.status === 'ready' ? money.convert(ownedUsd(holdings)) : undefined,
    onHold: beside(onHoldUsd(holdings)),
    pending: beside(pendingUsd(holdings)),
    notOffered: notOffered(holdings),
    cash: cashIn(holdings),
    move: priceMove(holdings),
  };
}

function totalOf(status: WalletState['status'], holdings: readonly Holding[], money: Money): Total {
  if (status === 'failed') return { kind: 'unknown' };
  if (money.status === 'failed') return { kind: 'no-rates' };
  if (status === 'loading' || money.status === 'loading') return { kind: 'loading' };
  const usd = totalUsd(holdings);
  if (usd === undefined) return { kind: 'no-prices' };
  const amount = money.convert(usd);
  return amount === undefined ? { kind: 'no-rates' } : { kind: 'known', amount };
}

/** A move smaller than this share of the price does not fill the height of the line. */
const LEAST_SPAN = 0.02;

/** The points of a price line as an SVG path in a box of `width` × `height`, and where it ends. */
export function sparkPath(prices: readonly string[], width: number, height: number) {
  // Only for drawing: no amount is computed from these.
  const values = prices.map(Number);
  if (values.length < 2) return undefined;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const middle = (low + high) / 2;
  const span = Math.max(high - low, middle * LEAST_SPAN) || 1;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const points = values.map((value, i) => ({
    x: round((i * width) / (values.length - 1)),
    y: round(height / 2 - ((value - middle) / span) * height),
  }));
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return { path, end: points.at(-1) ?? { x: 0, y: 0 } };
}
