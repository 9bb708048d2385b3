import { isAssetCode } from '#core/money/currencies.ts';
import type { BuyState } from './buy-state.ts';

/**
 * What is kept of a purchase when its customer leaves, reloads, must sign in again (BEY-11,
 * HARD-11) or must complete the profile first (BUY-03): only the form.
 */
export interface BuyDraft extends Pick<BuyState, 'market' | 'asset' | 'typed'> {
  /** The amount of the side that was typed; the other one is computed from it. */
  readonly amount: string;
}

/** The current form; undefined if it is empty, or if its payment may still be charged. */
export function buyDraftFrom(state: BuyState): BuyDraft | undefined {
  const { phase, market, asset, typed, result } = state;
  const amount = state[typed];
  const before = phase === 'form' || phase === 'starting';
  return before && amount !== '' && result?.saved !== false
    ? { market, asset, typed, amount }
    : undefined;
}

/** A kept draft; undefined if the value is not one. */
export function readBuyDraft(kept: unknown): BuyDraft | undefined {
  const { market, asset, typed, amount } = Object(kept);
  const known = typeof market === 'string' && typeof amount === 'string' && isAssetCode(asset);
  return known && (typed === 'fiat' || typed === 'crypto')
    ? { market, asset, typed, amount }
    : undefined;
}
