import { type Derivation, given, quantity } from '#core/derivation/derivation.ts';
import {
  allCostsDerivation,
  askDerivation,
  boughtDerivation,
  chargedDerivation,
  feeDerivation,
} from '#core/derivation/purchase.ts';
import { assetOf } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { LEAST_CENTS, limitsText, MOST_CENTS } from '#core/money/purchase.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import type { BuyState } from './buy-state.ts';

export type PurchaseFigure = 'amount' | 'price' | 'fee' | 'total' | 'costs';

/** How a number of the purchase being prepared was computed; undefined if the customer typed it. */
export function explainPurchase(
  state: Pick<
    BuyState,
    'asset' | 'crypto' | 'fiat' | 'typed' | 'market' | 'price' | 'spreadBps' | 'madeFrom'
  >,
  figure: PurchaseFigure,
): Derivation | undefined {
  const { asset, market, price, spreadBps, madeFrom } = state;
  const [total, crypto] = [state.fiat.replace(/\.$/, ''), state.crypto.replace(/\.$/, '')];
  if (price === undefined) return undefined;
  switch (figure) {
    case 'amount':
      return state.typed === 'fiat'
        ? boughtDerivation(total, price, assetOf(asset), market)
        : undefined;
    case 'total':
      return state.typed === 'crypto' ? chargedDerivation(crypto, price, asset, market) : undefined;
    case 'fee':
      return feeDerivation(total, market);
    case 'costs':
      return spreadBps === undefined ? undefined : allCostsDerivation(total, market, spreadBps);
    case 'price':
      return madeFrom && spreadBps !== undefined
        ? askDerivation({
            ...{ code: asset, currency: market, spreadBps, ...madeFrom },
            at: whenText(new Date(madeFrom.at), new Date(serverNow())),
          })
        : undefined;
  }
}

/** How the fee of a finished purchase, and all that it cost, were computed. */
export const explainFee = feeDerivation;
export const explainCosts = allCostsDerivation;

/** How the limits of one purchase were computed. */
export function explainLimits(currency: string): Derivation {
  const money = (cents: bigint) => quantity(formatUnits(cents, FIAT_SCALE, FIAT_SCALE), currency);
  return {
    title: 'Limits of a card purchase',
    shown: limitsText(currency),
    steps: [given('Least', money(LEAST_CENTS)), given('Most', money(MOST_CENTS))],
    sources: ['Both are for one purchase, the fee included, and the same for every customer.'],
  };
}
