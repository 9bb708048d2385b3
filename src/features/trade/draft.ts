import type { BuyState } from './buy-state.ts';

export const PURCHASE_DRAFT = 'purchase';

/**
 * What is kept of a purchase whose customer has to sign in again (BEY-11) or to complete the profile
 * first (BUY-03): never more than the form.
 */
export interface BuyDraft extends Pick<BuyState, 'market' | 'asset' | 'typed'> {
  /** Of the side that was typed; the other one follows it. */
  readonly amount: string;
}

/** The form as it stands; undefined where it is empty or the customer is at the payment already. */
export function draftFrom(state: BuyState): BuyDraft | undefined {
  const { phase, market, asset, typed } = state;
  const amount = state[typed];
  return (phase === 'form' || phase === 'starting') && amount !== ''
    ? { market, asset, typed, amount }
    : undefined;
}
