import type { Derivation } from '#core/derivation/derivation.ts';
import {
  cashLimitDerivation,
  cashSentDerivation,
  payoutFeeDerivation,
} from '#core/derivation/withdrawal.ts';
import type { CashOutState } from './cash-out-state.ts';

/** How the received amount and the total were computed. */
export const explainCost = (
  figure: 'fee' | 'total',
  { code, amount, fee }: { readonly code: string; readonly amount: string; readonly fee: string },
): Derivation =>
  figure === 'fee' ? payoutFeeDerivation(fee, code) : cashSentDerivation(amount, fee, code);

/** How the rest of the daily limit was computed, in cash; undefined while it is unknown. */
export function explainLimit({
  cash,
  holding,
  dayLimit: usd,
  limitLeft: left,
}: CashOutState): Derivation | undefined {
  const price = holding?.price;
  if (usd === undefined || left === undefined || price === undefined) return undefined;
  return cashLimitDerivation({ usd, left }, cash, price);
}
