import type { RefusalCode } from '#core/contract/refusal.ts';
import { formatDecimal } from '#core/domain/format.ts';
import { checkCurrentPassword } from '#core/domain/validation.ts';
import { emptyAmount } from '#core/domain/withdraw-form.ts';
import type { Failure } from '#core/failure.ts';
import { inOrder } from '#core/in-order.ts';
import { type Settled, settle } from '#transport/settle.ts';
import type { WithdrawAnswer, WithdrawDeps, WithdrawIntent } from './withdraw-deps.ts';
import type { Review, WithdrawState } from './withdraw-state.ts';

const FAILED = 'Withdrawal failed. Please try again.';
const INVALID_CODE = 'Invalid 2FA code. Please try again.';
const CANCELLED = '2FA verification cancelled';

const isPassword = (code: RefusalCode | undefined): boolean =>
  code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS';

export const withdrewText = (amount: string, code: string): string =>
  `Successfully withdrew ${formatDecimal(amount)} ${code}`;

/**
 * Reviews a withdrawal, asks for the second factor and sends it exactly once (WD-07, WD-09, BEY-01,
 * BEY-02, BEY-03).
 */
export function sending(state: WithdrawState, deps: WithdrawDeps, reload: () => void) {
  const leaving = new AbortController();
  let intent: WithdrawIntent | undefined;
  const codes = inOrder();

  function succeed({ data }: WithdrawAnswer): void {
    intent = undefined;
    forgetPassword();
    state.summary = {
      currency: data.currency_id,
      amount: data.amount,
      address: state.summary?.address ?? '',
    };
    state.withdrawalId = data.withdrawal_id;
    state.phase = 'success';
    if (leaving.signal.aborted) deps.tell('success', withdrewText(data.amount, data.currency_id));
    else reload();
  }

  /** Called only when it is certain that nothing was sent. */
  function fail(text: string): void {
    state.phase = state.review ? 'review' : 'form';
    state.error = text;
    if (leaving.signal.aborted) deps.tell('error', text);
    else reload();
  }

  function showChecking({ summary }: WithdrawIntent): void {
    state.phase = 'checking';
    state.summary = summary;
  }

  function conclude(settled: Exclude<Settled<WithdrawAnswer>, { kind: 'refused' }>): void {
    switch (settled.kind) {
      case 'done':
        succeed(settled.value);
        break;
      case 'never':
        // The server closed this intent's key, so another attempt needs a new one.
        intent = state.review && newIntentFor(state.review);
        fail(`${FAILED} Nothing was sent.`);
        break;
      case 'unknown':
        // The customer left the page. The intent stays on the device and is picked up next time.
        // The form must not become a draft, because it may have been sent.
        Object.assign(state, { phase: 'form', address: '', amount: emptyAmount });
    }
  }

  const newIntentFor = ({ amount, address }: Review): WithdrawIntent =>
    deps.newIntent({ currency: state.asset.code, amount, address });

  /** Asks which known address this one resembles, so that the customer can compare them. */
  async function compare(review: Review): Promise<void> {
    const { routeId, address, tag } = review;
    state.lookalike = true;
    const familiarity = await deps.familiarity(routeId, address, tag);
    // The customer may have begun to review another address meanwhile.
    if (familiarity && state.review === review) state.review = { ...review, familiarity };
  }

  /** Opens the dialog for this withdrawal's code. A code typed for an earlier one sends nothing. */
  function askCode(error?: string): void {
    codes.changed();
    state.codeError = error;
    state.codeBusy = false;
    state.phase = 'code';
  }

  /** Without a second factor, a recipient never sent to before asks for the password (HARD-21). */
  function asksPassword(): boolean {
    const to = state.review?.familiarity;
    return !deps.twoFactor() && (state.passwordAsked || to?.known === 'new' || !!to?.neverSent);
  }

  function askPassword(error: string): void {
    Object.assign(state, { phase: 'review', passwordAsked: true, passwordError: error });
  }

  async function send(): Promise<void> {
    const { review, compared } = state;
    if (!review || !intent) return;
    const current = intent;
    state.phase = 'sending';
    state.error = undefined;
    state.summary = current.summary;
    const request = {
      amount: review.amount,
      cryptoAddress: review.address,
      paymentRouteId: review.routeId,
      fee: review.fee,
      ...(review.tag && { tag: review.tag }),
      ...(review.noTag && { noTag: true }),
      ...(compared && { addressCompared: true }),
      ...(asksPassword() && { password: state.password }),
    };
    const onLost = (): void => showChecking(current);
    const settled = await settle(current, request, onLost, leaving.signal);
    if (settled.kind === 'refused') refused(settled.failure, review);
    else conclude(settled);
  }

  function refused(failure: Failure, review: Review): void {
    const text = deps.failureText(failure, FAILED);
    const code = failure.kind === 'refused' ? failure.refusal.code : undefined;
    const asksAgain = !leaving.signal.aborted;
    if (asksAgain && code === 'INVALID_CODE') askCode(text);
    else if (asksAgain && isPassword(code)) askPassword(text);
    else {
      if (code === 'ADDRESS_LOOKALIKE') {
        // Nothing was ever sent there, so the password will be asked for as well.
        state.passwordAsked = true;
        void compare(review);
      }
      // The network or its fee is no longer the one that was reviewed: back to the details.
      if (code === 'ROUTE_UNAVAILABLE') state.review = undefined;
      fail(text);
    }
  }

  function forgetPassword(): void {
    Object.assign(state, { password: '', passwordError: undefined });
  }

  return {
    asksPassword,
    forgetPassword,

    /** The intent is made before the review is shown (BEY-01). */
    open(review: Review): void {
      state.review = review;
      Object.assign(state, { lookalike: false, compared: false, passwordAsked: false });
      forgetPassword();
      intent = newIntentFor(review);
      state.phase = 'review';
    },

    /** The phase changes before anything is awaited, so a second tap has no effect. */
    confirm(): void {
      if (state.phase !== 'review') return;
      if ((state.lookalike || state.review?.familiarity?.lookalike) && !state.compared) {
        state.error = 'Compare the address first, and confirm that you did.';
        return;
      }
      if (asksPassword() && state.password === '') {
        state.passwordError = checkCurrentPassword('');
        return;
      }
      if (!deps.twoFactor()) {
        void send();
        return;
      }
      askCode();
    },

    async submitCode(code: string): Promise<void> {
      if (state.phase !== 'code' || state.codeBusy) return;
      if (code === '') {
        state.codeError = 'Please enter 2FA code';
        return;
      }
      state.codeBusy = true;
      state.codeError = undefined;
      const counts = codes.ask();
      const outcome = await deps.verifyCode(code);
      // The customer may have opened the dialog for another withdrawal meanwhile.
      if (!counts() || state.phase !== 'code') return;
      state.codeBusy = false;
      // The customer left the page before the withdrawal began: it is not sent.
      if (leaving.signal.aborted) return deps.tell('error', CANCELLED);
      if (!outcome.ok) {
        const { failure } = outcome;
        const text = deps.failureText(failure, INVALID_CODE);
        if (failure.kind !== 'refused' || failure.refusal.code !== 'INVALID_INPUT') {
          state.codeError = text;
          return;
        }
        // 2FA was turned off on another device: the review says so, and goes on without a code.
        deps.setTwoFactor(false);
        fail(text);
      } else if (outcome.value) await send();
      else state.codeError = INVALID_CODE;
    },

    cancelCode(): void {
      if (state.phase !== 'code') return;
      state.phase = 'review';
      deps.tell('error', CANCELLED);
    },

    /** Checks a withdrawal from an earlier visit whose outcome the customer has not seen. */
    async pickUp(): Promise<void> {
      const [open] = deps.openIntents();
      if (state.phase !== 'form' || !open) return;
      showChecking(open);
      conclude(await open.check(leaving.signal));
    },

    leave: () => leaving.abort(),
  };
}
