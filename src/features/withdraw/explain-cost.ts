import type { Derivation } from '#core/derivation/derivation.ts';
import {
  knownAmountDerivation,
  limitDerivation,
  networkFeeDerivation,
  sentDerivation,
} from '#core/derivation/withdrawal.ts';
import { formatCrypto } from '#core/money/format.ts';
import { moneyNow } from '#transport/money/money-now.ts';
import type { WithdrawState } from './withdraw-state.ts';
import { fiatText } from './withdraw-texts.ts';

export interface Costs {
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  readonly network: string;
}

/** How the sent amount, the network fee and the total were computed. */
export function explainCost(
  state: WithdrawState,
  costs: Costs,
  figure: 'amount' | 'fee' | 'total',
): Derivation {
  const { asset, holding, currency, rate } = state;
  const { times } = moneyNow(currency, undefined);
  const worth = fiatText(state, costs[figure]);
  const text = formatCrypto(costs[figure], asset.code);
  const shown = { shown: worth === undefined ? text : `${text} (${worth})`, times };
  const of = { ...costs, code: asset.code, price: holding?.price };
  const money = { currency, rate };
  switch (figure) {
    case 'amount':
      return knownAmountDerivation('Recipient gets', of, money, shown);
    case 'fee':
      return networkFeeDerivation(of, money, shown);
    case 'total':
      return sentDerivation(of, money, shown);
  }
}

/** How the rest of the daily limit was computed; undefined while it is unknown. */
export function explainLimit({
  currency,
  rate,
  dayLimit: usd,
  limitLeft: left,
}: WithdrawState): Derivation | undefined {
  if (usd === undefined || left === undefined) return undefined;
  const { times } = moneyNow(currency, undefined);
  return limitDerivation({ usd, left }, { currency, rate }, times);
}
