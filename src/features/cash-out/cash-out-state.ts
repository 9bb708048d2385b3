import { proxy } from 'valtio/vanilla';
import type { WithdrawalHold } from '#core/contract/account/security.ts';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import type { Payee, PayeeAnswer } from '#core/contract/money/payee.ts';
import type { Cash } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { unitsOfUsd } from '#core/money/withdraw-form.ts';
import { type HoldingState, noHolding } from '#withdrawal/holding.ts';
import { notSent, type SendingState } from '#withdrawal/sending.ts';
import type { PayoutForm, PayoutTerms } from './payout-form.ts';

type LoadStatus = 'loading' | 'ready' | 'failed';

/** What is shown at the review is what is sent (D23). All amounts are decimal strings. */
export interface PayoutReview {
  readonly account: PayoutAccount;
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
}

export interface CashOutState extends SendingState<PayoutReview>, HoldingState {
  readonly cash: Cash;
  amount: string;
  /** Why the text typed last was not accepted as an amount (BEY-08). */
  doubt: string | undefined;
  accountId: string | undefined;
  /** The customer has left to add an account, and comes back by itself. */
  adding: boolean;
  /** `failed`: there is neither an answer nor a copy on the device. */
  termsStatus: LoadStatus;
  /** Undefined while unknown, and while payouts are closed. */
  terms: PayoutTerms | undefined;
  accounts: readonly PayoutAccount[];
  /** The bank's answer to whose account is chosen (KEEP-17); undefined if none is chosen. */
  payee: Payee | 'asking' | undefined;
  /** The bank has another name for the account, and the customer confirmed it. */
  payeeConfirmed: boolean;
  hold: WithdrawalHold | null;
  /** What may be withdrawn in any 24 hours, and what is left of it; in USD. */
  dayLimit: string | undefined;
  limitLeft: string | undefined;
  /** The customer has tried to continue, so missing fields are marked. */
  tried: boolean;
  /** The identity check is offered. */
  verifying: boolean;
}

export const initialState = (cash: Cash): CashOutState =>
  proxy<CashOutState>({
    ...notSent,
    ...noHolding,
    cash,
    amount: '',
    doubt: undefined,
    accountId: undefined,
    adding: false,
    termsStatus: 'loading',
    terms: undefined,
    accounts: [],
    payee: undefined,
    payeeConfirmed: false,
    hold: null,
    dayLimit: undefined,
    limitLeft: undefined,
    tried: false,
    verifying: false,
  });

/** The customer says of an account in a similar name that it is theirs. */
export const needsConfirming = (answer: PayeeAnswer): answer is 'close' => answer === 'close';

/** The form in the shape that `features/cash-out/payout-form.ts` checks. */
export function formIn(state: CashOutState): PayoutForm {
  const { cash, amount, terms, holding, limitLeft } = state;
  return {
    cash,
    amount,
    terms,
    account: state.accounts.find(({ address_id }) => address_id === state.accountId),
    cover: holding && {
      available: parseUnits(holding.available, cash.scale) ?? 0n,
      fee: parseUnits(terms?.fee ?? '0', cash.scale) ?? 0n,
      limit: limitLeft === undefined ? undefined : unitsOfUsd(limitLeft, cash.scale, holding.price),
    },
  };
}
