import type { Failure } from '#core/failure.ts';
import { findCash, type KeptCode, keptOf } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import {
  type ButtonInput,
  type ButtonState,
  type Pair,
  swapButton,
} from '#core/money/swap-form.ts';
import { certainText } from './sell.ts';

/** The rules and texts of buying with cash (BANK-04), without effects and without a clock. */

/** The text after an outcome was unknown and turned out to be that nothing happened. */
export const NEVER_BOUGHT = 'Nothing was bought.';

/** The market's cash as source, and the page's asset as target; undefined in a market without cash (D37). */
export function cashPair(marketCurrency: string, code: string | undefined): Pair | undefined {
  const cash = findCash(marketCurrency);
  const offered = offeredAssets(marketCurrency);
  const target = offered.find((asset) => asset.code === code) ?? offered[0];
  return cash && target && { source: cash.code, target: target.code };
}

/**
 * The button of a purchase with cash: as for a swap, quotes are replaced automatically, but the texts are
 * those of a purchase.
 */
export function cashButton(input: ButtonInput): ButtonState {
  const button = swapButton(input);
  switch (button.label) {
    case 'Swap':
      return { ...button, label: `Buy ${input.target}` };
    case 'Swapping...':
      return { ...button, label: 'Buying...' };
    default:
      return button;
  }
}

export const notEnoughCash = (code: KeptCode): string =>
  `Not enough ${keptOf(code).name.toLowerCase()} to buy this`;

/** Why nothing was bought. Only for failures whose outcome is certain: see `mayHaveHappened`. */
export const cashErrorText = (failure: Failure): string => certainText(failure, NEVER_BOUGHT);

export const boughtText = (paid: string, cash: string, amount: string, symbol: string): string =>
  `You bought ${amount} ${symbol} for ${paid} ${cash}`;
