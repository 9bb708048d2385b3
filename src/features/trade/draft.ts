import type { BuyState } from './buy-state.ts';

/**
 * What is kept of a purchase whose customer has to sign in again (BEY-11) or to complete the profile
 * first (BUY-03): never more than the form.
 */
export type BuyDraft = Pick<BuyState, 'market' | 'asset' | 'typed' | 'crypto' | 'fiat'>;

/** The form as it stands; undefined where it is empty or the customer is at the payment already. */
export function draftFrom(state: BuyState): BuyDraft | undefined {
  const { phase, market, asset, typed, crypto, fiat } = state;
  return (phase === 'form' || phase === 'starting') && state[typed] !== ''
    ? { market, asset, typed, crypto, fiat }
    : undefined;
}
