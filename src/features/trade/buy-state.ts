import { proxy } from 'valtio/vanilla';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import type { Order } from './order.ts';

/** A hosted payment page that was opened for an order. */
export interface Payment {
  readonly id: string;
  readonly token: string;
  readonly url: string;
  /**
   * Until when the price holds, in milliseconds since the epoch; absent if the server does not say.
   */
  readonly priceUntil?: number;
}

/** A payment that may still be charged. */
export interface OpenPayment {
  readonly id: string;
  readonly total: string;
  readonly currency: string;
}

export type ResultStatus =
  | 'Success'
  | 'Failed'
  | 'Pending'
  | 'Redirected'
  | 'Error'
  | 'Cancelled'
  | 'Refunded'
  | 'Unknown';

/** What is known of a payment that failed or has not ended yet (BUY-07). */
export interface PaymentResult {
  readonly status: ResultStatus;
  readonly text: string;
  readonly order: Order;
  readonly payment: Payment;
  /** Whether the server has recorded how it ended. */
  readonly saved: boolean;
  /** When the customer last checked again without a change, in milliseconds since the epoch. */
  readonly checkedAt: number | undefined;
}

export type Side = 'crypto' | 'fiat';

export interface BuyState {
  /**
   * `starting`: the payment page is being opened. `paying`: the customer is at it. `recording`: the
   * server is asked how it ended. `checking`: an answer was lost, and the server is asked for it.
   */
  phase: 'form' | 'starting' | 'paying' | 'recording' | 'checking' | 'success' | 'failure';
  market: string;
  asset: AssetCode;
  crypto: string;
  fiat: string;
  /** The side that was typed; the other one follows it. */
  typed: Side;
  /** The side whose last text was not accepted as an amount, and why (BEY-08). */
  doubt: { readonly side: Side; readonly text: string } | undefined;
  /** Per whole unit, in the market currency; undefined while it is unknown. */
  price: string | undefined;
  /** The spread that is part of the price, in basis points. */
  spreadBps: number | undefined;
  /** What the market's price was made from, and when, in milliseconds since the epoch. */
  madeFrom: { readonly usd: string; readonly rate: string; readonly at: number } | undefined;
  usdcPrice: string | undefined;
  priceStatus: 'loading' | 'ready' | 'failed';
  /** A press came while there was no price that it could take; it is answered in words. */
  early: boolean;
  /** Why there is no price. */
  priceError: string | undefined;
  /** What is wrong with the amounts. */
  amountError: string | undefined;
  error: string | undefined;
  gate: 'profile' | 'tax' | 'verification' | 'another' | undefined;
  /** Other payments that may still be charged; the customer is told of each once. */
  others: readonly OpenPayment[];
  order: Order | undefined;
  payment: Payment | undefined;
  result: PaymentResult | undefined;
}

export const initialBuy = (market: string): BuyState =>
  proxy<BuyState>({
    phase: 'form',
    market,
    asset: 'BTC',
    crypto: '',
    fiat: '',
    typed: 'fiat',
    doubt: undefined,
    price: undefined,
    spreadBps: undefined,
    madeFrom: undefined,
    usdcPrice: undefined,
    priceStatus: 'loading',
    early: false,
    priceError: undefined,
    amountError: undefined,
    error: undefined,
    gate: undefined,
    others: [],
    order: undefined,
    payment: undefined,
    result: undefined,
  });

/** What became of a press that came while there was no price which it could take. */
export function earlyText(state: BuyState): string | undefined {
  const { early, phase, priceStatus, fiat, crypto, market, asset } = state;
  if (!early || phase !== 'form') return undefined;
  switch (priceStatus) {
    case 'loading':
      return 'Nothing is bought yet: the price is on its way. Press again once you see it.';
    case 'ready':
      return `The price is here: ${formatCrypto(crypto.replace(/\.$/, '') || '0', asset)} for ${formatFiat(fiat.replace(/\.$/, '') || '0', market)}. Press Buy ${assetOf(asset).name} to go on.`;
    case 'failed':
      return undefined;
  }
}
