import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import type { getPaymentRoutes } from '#core/contract/money/funds.ts';
import type { Payee } from '#core/contract/money/payee.ts';
import type { createPayout } from '#core/contract/money/withdrawal.ts';
import type { Outcome } from '#core/failure.ts';
import { accountText } from '#core/money/account-number.ts';
import { readAmount } from '#core/money/amount-input.ts';
import type { Cash } from '#core/money/cash.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { maximum } from '#core/money/withdraw-form.ts';
import { holdWhileBusy } from '#platform/page/hold-while-busy.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import type { ReadBalances } from '#transport/money/balance-loader.ts';
import { holdingLoader } from '#withdrawal/holding.ts';
import { type GateDeps, passesGate } from '#withdrawal/identity-gate.ts';
import { type SendingDeps, sending } from '#withdrawal/sending.ts';
import type { Sent } from '#withdrawal/sent.ts';
import { fitting } from './cash-out-draft.ts';
import { formIn, initialState, needsConfirming, type PayoutReview } from './cash-out-state.ts';
import {
  centsIn,
  isPayable,
  type PayoutProblem,
  type PayoutTerms,
  payoutProblem,
} from './payout-form.ts';

export type PayoutRequest = RequestOf<typeof createPayout>;

/** The accounts that cash can be paid out to, and the terms. */
export interface Payout extends PayoutTerms {
  readonly accounts?: readonly PayoutAccount[] | undefined;
}

/** Everything the machine needs from outside. The wiring beside it provides it in a browser. */
export interface CashOutDeps extends SendingDeps<PayoutRequest>, GateDeps {
  /** Shows what the device keeps first, if anything; `fresh`: it is the server's answer. */
  payout(show: (payout: Payout | undefined, fresh: boolean) => void): Promise<Outcome<unknown>>;
  /** The bank's answer to whose account it is; `unknown` if it does not answer in time. */
  payee(addressId: string): Promise<Payee>;
  /** For holds and the daily limit, which payouts share with withdrawals. */
  routes(): Promise<Outcome<AnswerOf<typeof getPaymentRoutes>>>;
  balances: ReadBalances;
  /** Keeps updates from reloading the page until the returned function is called (PWA-06). */
  hold(): () => void;
}

/** The page of cash out without its views: one machine per visit of the page (BANK-05). */
export function createCashOut(deps: CashOutDeps, cash: Cash) {
  const state = initialState(cash);
  const termsAnswers = inOrder();
  const limitAnswers = inOrder();
  const payeeAnswers = inOrder(() => state.accountId);
  let payeeOf: string | undefined;
  /** An account that was just added for this payout; the device's older copy of the accounts lacks it. */
  let added: string | undefined;
  const balance = holdingLoader(state, deps.balances, cash.code, () => cash.code);

  /**
   * Asks the bank in whose name the chosen account is. Asked once per account, and again if the bank did not
   * answer.
   */
  async function askPayee(): Promise<void> {
    const { accountId, payee } = state;
    const isKnown = payee !== undefined && (payee === 'asking' || payee.answer !== 'unknown');
    if (payeeOf === accountId && isKnown) return;
    payeeOf = accountId;
    Object.assign(state, { payee: accountId && 'asking', payeeConfirmed: false });
    if (accountId === undefined) return;
    const counts = payeeAnswers.askOnly();
    const answer = await deps.payee(accountId);
    if (counts()) state.payee = answer;
  }

  function takeTerms(payout: Payout | undefined): void {
    state.terms = payout && { fee: payout.fee, minimum: payout.minimum };
    state.accounts = payout?.accounts ?? [];
    state.termsStatus = 'ready';
    const payable = state.accounts.filter(isPayable);
    if (added !== undefined && payable.some(({ address_id }) => address_id === added)) {
      state.accountId = added;
      added = undefined;
    }
    const [first, ...others] = payable;
    const known = state.accounts.some(({ address_id }) => address_id === state.accountId);
    // A single account is chosen automatically; an account that was deleted meanwhile is unchosen.
    if (!known) state.accountId = others.length === 0 ? first?.address_id : undefined;
    void askPayee();
  }

  async function loadTerms(): Promise<void> {
    if (state.termsStatus === 'failed') state.termsStatus = 'loading';
    const counts = termsAnswers.ask();
    const outcome = await deps.payout((payout, fresh) => {
      // The device's copy is older than what is on screen.
      if (!counts(fresh) || (!fresh && state.termsStatus === 'ready')) return;
      takeTerms(payout);
    });
    if (!outcome.ok && state.termsStatus === 'loading') state.termsStatus = 'failed';
  }

  async function loadLimit(): Promise<void> {
    const counts = limitAnswers.ask();
    const outcome = await deps.routes();
    if (!counts(outcome.ok) || !outcome.ok) return;
    const { withdrawalHold, withdrawalLimit, twoFactor, askSecondFactor, confirmed } =
      outcome.value;
    if (twoFactor !== undefined) deps.setTwoFactor(twoFactor);
    state.askSecondFactor = askSecondFactor ?? false;
    state.confirms = confirmed?.includes(cash.code) ?? false;
    state.hold = withdrawalHold;
    state.dayLimit = withdrawalLimit.usd;
    state.limitLeft = withdrawalLimit.usd_left;
  }

  const reload = (): void => {
    void balance.load();
    void loadTerms();
    void loadLimit();
  };

  const sender = sending<PayoutReview, PayoutRequest>(state, deps, {
    summaryOf: ({ account, amount }) => ({
      ...{ currency: cash.code, amount, address: accountText(account) },
    }),
    requestOf: ({ account, amount, fee }) => ({
      ...{ amount, address_id: account.address_id, fee },
      ...(typeof state.payee === 'object' && { payee: state.payee.answer }),
      ...(state.payeeConfirmed && { payeeConfirmed: true }),
    }),
    neverSent: ({ account }) => account.standing !== 'known',
    objection: () => {
      if (state.payee === 'asking') return 'The bank is being asked whose account this is.';
      return state.payee && needsConfirming(state.payee.answer) && !state.payeeConfirmed
        ? 'Say that this account is yours, or go back and choose another.'
        : undefined;
    },
    // Every refusal has a text of its own, so only the data behind the form are loaded again, including the
    // bank's answer.
    refused: () => {
      payeeOf = undefined;
    },
    empty: () => {
      state.amount = '';
    },
    reload: () => {
      // Money may have moved: answers to earlier requests do not count.
      termsAnswers.changed();
      limitAnswers.changed();
      void balance.reload();
      void loadTerms();
      void loadLimit();
    },
  });

  /** Fixes what is reviewed, so that later changes do not change what is sent. */
  function review(): PayoutReview | undefined {
    const form = formIn(state);
    const { account, terms } = form;
    const units = centsIn(form.amount, cash);
    if (payoutProblem(form) || !account || !terms || units === undefined) return undefined;
    const fee = parseUnits(terms.fee, cash.scale) ?? 0n;
    const text = (of: bigint): string => formatUnits(of, cash.scale);
    return {
      account: { ...account },
      amount: text(units),
      fee: text(fee),
      total: text(units + fee),
    };
  }

  async function goOn(): Promise<void> {
    if (!(await passesGate(state, deps))) return;
    // The customer may have changed something meanwhile, so the form is checked again.
    const made = review();
    if (state.phase !== 'gate') return;
    state.phase = 'form';
    if (made) sender.open(made);
  }

  const stopHolding = holdWhileBusy({
    state,
    hold: deps.hold,
    busy: ({ phase }) => phase === 'sending' || phase === 'checking',
    filled: ({ phase, amount }) => phase === 'success' || amount !== '',
  });

  return {
    state,
    reload,

    /**
     * Starts with a kept draft, or with the payout that was sent from this history entry. `to`: an account that was
     * just added for it.
     */
    start(draft?: unknown, sent?: Sent, to?: string): void {
      added = to;
      Object.assign(state, fitting(draft, cash.code), sent && { phase: 'success', ...sent });
      void sender.pickUp();
      reload();
    },

    /** Takes the amount field's new text; text that is not an amount changes nothing. */
    typeAmount(text: string): void {
      if (state.phase !== 'form') return;
      const reading = readAmount(text, state.amount, cash.scale, cash.code);
      // Refused text leaves an earlier doubt in place.
      if (reading.kind === 'refused') return;
      state.doubt = reading.kind === 'doubtful' ? reading.text : undefined;
      if (reading.kind !== 'amount') return;
      state.amount = reading.value;
      state.error = undefined;
    },

    max(): void {
      const { cover } = formIn(state);
      if (cover)
        Object.assign(state, {
          amount: formatUnits(maximum(cover), cash.scale, cash.scale),
          doubt: undefined,
        });
    },

    /** The customer leaves for the address book: what was typed waits for the account. */
    addAccount(): void {
      state.adding = true;
    },

    chooseAccount(id: string): void {
      if (state.phase !== 'form') return;
      added = undefined;
      Object.assign(state, { accountId: id, error: undefined });
      void askPayee();
    },

    confirmPayee(on: boolean): void {
      Object.assign(state, { payeeConfirmed: on, error: undefined });
    },

    /** Handles a press of the main button: returns what is in the way, or goes on to the review. */
    press(): PayoutProblem | undefined {
      if (state.phase !== 'form') return undefined;
      state.tried = true;
      const problem = payoutProblem(formIn(state));
      if (!problem && state.hold === null && state.holding && state.doubt === undefined)
        void goOn();
      return problem;
    },

    /** Offers the identity check before the form is sent. */
    verify(): void {
      state.verifying = true;
    },
    stopVerifying(): void {
      state.verifying = false;
    },

    ...sender.controls,

    /** Empties the form behind the success page. */
    clear(): void {
      state.amount = '';
    },

    /** Called when the page is visible again or the connection is back. */
    resume(): void {
      if (state.phase === 'form') reload();
    },

    leave(): void {
      sender.leave();
      stopHolding();
    },
  };
}

export type CashOutMachine = ReturnType<typeof createCashOut>;
