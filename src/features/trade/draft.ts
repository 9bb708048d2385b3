import { isAssetCode } from '#core/domain/currencies.ts';
import type { BuyState } from './buy-state.ts';

/**
 * What is kept of a purchase whose customer leaves, reloads or has to sign in again (BEY-11,
 * HARD-11), or to complete the profile first (BUY-03): never more than the form, as JSON.
 */
export interface BuyDraft extends Pick<BuyState, 'market' | 'asset' | 'typed'> {
  /** Of the side that was typed; the other one follows it. */
  readonly amount: string;
}

/**
 * The form as it stands; undefined where it is empty, or where its payment was opened and may still
 * be charged: that is never offered again.
 */
export function buyDraftFrom(state: BuyState): BuyDraft | undefined {
  const { phase, market, asset, typed, result } = state;
  const amount = state[typed];
  const before = phase === 'form' || phase === 'starting';
  return before && amount !== '' && result?.saved !== false
    ? { market, asset, typed, amount }
    : undefined;
}

/** A kept draft, or undefined if it is none. */
export function readBuyDraft(kept: unknown): BuyDraft | undefined {
  const { market, asset, typed, amount } = Object(kept);
  const known = typeof market === 'string' && typeof amount === 'string' && isAssetCode(asset);
  return known && (typed === 'fiat' || typed === 'crypto')
    ? { market, asset, typed, amount }
    : undefined;
}
