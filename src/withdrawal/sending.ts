import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Transfer } from '#core/contract/money/transfer.ts';
import type { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { formatDecimal } from '#core/money/format.ts';
import { codeProblem, couldBeCode, mailedDigits } from '#core/people/code-text.ts';
import { checkCurrentPassword } from '#core/people/validation.ts';
import { INVALID_2FA } from '#core/words/way-out.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { type Sendable, type Settled, settle } from '#transport/calls/settle.ts';

const FAILED = 'Withdrawal failed. Please try again.';
const INVALID_CODE = INVALID_2FA;
const CODE_UNCHECKED = 'The code could not be checked. Please try again.';
const CANCELLED = '2FA verification cancelled';

export type SendingAnswer = AnswerOf<typeof createWithdrawal>;

/** Amount, asset and address of one withdrawal, as kept with its intent. */
export interface WithdrawSummary {
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
}

/** An intent to withdraw, made before the review and kept until its outcome is known (BEY-01). */
export interface SendingIntent<Request> extends Sendable<Request, SendingAnswer> {
  readonly summary: WithdrawSummary;
}

/** The part of a page's state that reviewing and sending change. `R` is the type of what is reviewed. */
export interface SendingState<R> {
  /** `gate`: the identity check is being asked for. `code`: the 2FA dialog is open. */
  phase: 'form' | 'gate' | 'review' | 'code' | 'sending' | 'checking' | 'success';
  error: string | undefined;
  /** The field of the request that was refused with `text`; the form marks it as long as that is the error. */
  refusedField: { readonly field: string; readonly text: string } | undefined;
  review: R | undefined;
  /** Typed at the review, for a recipient never sent to before. */
  password: string;
  passwordError: string | undefined;
  /** The server asked for the password although the review did not. */
  passwordAsked: boolean;
  /** This transfer needs a mailed code or a passkey bound to it, besides the password or 2FA (KEEP-15). */
  confirms: boolean;
  /** The typed code that was mailed for this transfer. */
  transferCode: string;
  transferCodeError: string | undefined;
  /** The next review suggests the second factor; only that one does (KEEP-11). */
  askSecondFactor: boolean;
  codeError: string | undefined;
  codeBusy: boolean;
  summary: WithdrawSummary | undefined;
  withdrawalId: string | undefined;
}

/** The refused field as long as its text is the form's error: the form shows it there, and only there (SPEC-01). */
export const refusedIn = ({
  error,
  refusedField,
}: Pick<SendingState<unknown>, 'error' | 'refusedField'>) =>
  refusedField?.text === error ? refusedField : undefined;

/** The state before a first review. */
export const notSent: SendingState<never> = {
  phase: 'form',
  error: undefined,
  refusedField: undefined,
  review: undefined,
  password: '',
  passwordError: undefined,
  passwordAsked: false,
  confirms: false,
  transferCode: '',
  transferCodeError: undefined,
  askSecondFactor: false,
  codeError: undefined,
  codeBusy: false,
  summary: undefined,
  withdrawalId: undefined,
};

export interface SendingDeps<Request> {
  twoFactor(): boolean;
  /** Takes over what the server says: 2FA may have been turned on or off on another device. */
  setTwoFactor(on: boolean): void;
  /** Whether the code of the dialog is right (D11). */
  verifyCode(otp: string): Promise<Outcome<boolean>>;
  failureText(failure: Failure, fallback: string): string;
  newIntent(summary: WithdrawSummary): SendingIntent<Request>;
  openIntents(): readonly SendingIntent<Request>[];
  tell(
    kind: 'success' | 'error',
    text: string,
    options?: { title: string; duration: number },
  ): void;
}

/** The rules that differ between withdrawing crypto and cash. */
export interface SendingRules<R, Request> {
  summaryOf(review: R): WithdrawSummary;
  /** The request without password and codes. */
  requestOf(review: R): Request;
  /**
   * Whether the customer never sent to this recipient: then, without a second factor, the password is
   * required (HARD-21).
   */
  neverSent(review: R): boolean;
  /** Why the review cannot be confirmed yet. */
  objection(review: R): string | undefined;
  /** Called when the server refused for any reason but a wrong code or password. */
  refused(code: RefusalCode | undefined, review: R): void;
  /** Empties the form. It may have been sent, so it must not be kept as a draft. */
  empty(): void;
  /** Reloads the data behind the form. */
  reload(): void;
}

/** Proofs that are sent along with a withdrawal. */
interface Proofs {
  readonly password?: string | undefined;
  readonly transferCode?: string | undefined;
}

const isForDetails = (code: RefusalCode | undefined): boolean =>
  code === 'ROUTE_UNAVAILABLE' || code === 'COUNTERPARTY_UNKNOWN' || code === 'CONTROL_NEEDED';

const isPassword = (code: RefusalCode | undefined): boolean =>
  code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS';

export const withdrewText = (amount: string, code: string): string =>
  `Successfully withdrew ${formatDecimal(amount)} ${code}`;

/**
 * Reviews a withdrawal, asks for the second factor and sends it exactly once (WD-07, WD-09, BEY-01,
 * BEY-02, BEY-03).
 */
export function sending<R, Request extends Proofs & Transfer>(
  state: SendingState<R>,
  deps: SendingDeps<Request>,
  rules: SendingRules<R, Request>,
) {
  const leaving = new AbortController();
  let intent: SendingIntent<Request> | undefined;
  const codes = inOrder();

  function succeed({ data }: SendingAnswer): void {
    intent = undefined;
    forgetTyped();
    state.summary = {
      currency: data.currency_id,
      amount: data.amount,
      address: state.summary?.address ?? '',
    };
    state.withdrawalId = data.withdrawal_id;
    state.phase = 'success';
    if (leaving.signal.aborted) deps.tell('success', withdrewText(data.amount, data.currency_id));
    else rules.reload();
  }

  /** Called only when it is certain that nothing was sent. */
  function fail(text: string, field?: string): void {
    state.phase = state.review ? 'review' : 'form';
    Object.assign(state, { error: text, refusedField: field && { field, text } });
    if (leaving.signal.aborted) deps.tell('error', text);
    else rules.reload();
  }

  function showChecking({ summary }: SendingIntent<Request>): void {
    state.phase = 'checking';
    state.summary = summary;
  }

  function conclude(settled: Exclude<Settled<SendingAnswer>, { kind: 'refused' }>): void {
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
        state.phase = 'form';
        rules.empty();
    }
  }

  const newIntentFor = (review: R): SendingIntent<Request> =>
    deps.newIntent(rules.summaryOf(review));

  /**
   * Opens the dialog for the authenticator's code. A code typed there for an earlier withdrawal is not used.
   */
  function askCode(error?: string): void {
    codes.changed();
    state.codeError = error;
    state.codeBusy = false;
    state.phase = 'code';
  }

  const isFirstThere = (): boolean =>
    state.passwordAsked || (state.review !== undefined && rules.neverSent(state.review));

  const asksPassword = (): boolean => !deps.twoFactor() && (state.confirms || isFirstThere());

  function askPassword(error: string): void {
    Object.assign(state, { phase: 'review', passwordAsked: true, passwordError: error });
  }

  function askTransferCode(error: string): void {
    Object.assign(state, { phase: 'review', confirms: true, transferCodeError: error });
  }

  /**
   * Whether the required password and codes were given; if not, the review shows what is missing. A passkey
   * that signed the transfer replaces the mailed code and the password.
   */
  function check(signed: boolean): boolean {
    const { review, confirms } = state;
    if (state.phase !== 'review' || !review) return false;
    const objection = rules.objection(review);
    if (objection !== undefined) {
      state.error = objection;
      return false;
    }
    if (asksPassword() && !(signed && !isFirstThere()) && state.password === '') {
      state.passwordError = checkCurrentPassword('');
      return false;
    }
    const mailed =
      state.transferCode === ''
        ? 'Enter the code for this transfer'
        : codeProblem(state.transferCode, mailedDigits.opens);
    if (confirms && !signed && mailed) {
      state.transferCodeError = mailed;
      return false;
    }
    return true;
  }

  async function send(transferCode = state.transferCode): Promise<void> {
    const { review } = state;
    if (!review || !intent) return;
    const current = intent;
    state.phase = 'sending';
    state.error = undefined;
    state.summary = current.summary;
    const request = {
      ...rules.requestOf(review),
      ...(asksPassword() && state.password !== '' && { password: state.password }),
      ...(state.confirms && { transferCode }),
    };
    const onLost = (): void => showChecking(current);
    const settled = await settle(current, request, onLost, leaving.signal);
    if (settled.kind === 'refused') refused(settled.failure, review);
    else conclude(settled);
  }

  function refused(failure: Failure, review: R): void {
    const text = deps.failureText(failure, FAILED);
    const { code, mailed, field } = failure.kind === 'refused' ? failure.refusal : {};
    const asksAgain = !leaving.signal.aborted;
    if (asksAgain && mailed) askTransferCode(text);
    else if (asksAgain && code === 'INVALID_CODE') askCode(text);
    else if (asksAgain && isPassword(code)) askPassword(text);
    else {
      rules.refused(code, review);
      // The terms have changed since the review, or something is missing or wrong: the customer returns to the form.
      if (isForDetails(code) || field !== undefined) state.review = undefined;
      fail(text, field);
    }
  }

  function forgetTyped(): void {
    Object.assign(state, { password: '', passwordError: undefined });
    Object.assign(state, { transferCode: '', transferCodeError: undefined });
  }

  /** What a customer can do in the review, and in the dialog for the code. */
  const controls = {
    asksPassword,

    typePassword(password: string): void {
      Object.assign(state, { password, passwordError: undefined });
    },

    typeTransferCode(transferCode: string): void {
      Object.assign(state, { transferCode, transferCodeError: undefined });
    },

    /** The reviewed transfer, to which a mailed code or a passkey is bound. */
    transfer: (): Transfer | undefined => state.review && rules.requestOf(state.review),

    check,

    /** The phase changes before anything is awaited, so a second tap has no effect. */
    confirm(): void {
      if (!check(false)) return;
      if (!deps.twoFactor()) {
        void send();
        return;
      }
      askCode();
    },

    /** A passkey signed the reviewed transfer. `shown`: the token that the server gave for it. */
    confirmSigned(shown: string): void {
      if (check(true)) void send(shown);
    },

    /** The text about the last code goes when another one is typed. */
    typeCode(): void {
      state.codeError = undefined;
    },

    async submitCode(code: string): Promise<void> {
      if (state.phase !== 'code' || state.codeBusy) return;
      // A passkey's token comes here, too.
      const wrong = code !== '' && !couldBeCode(code) ? codeProblem(code, 6) : undefined;
      if (code === '' || wrong) {
        state.codeError = wrong ?? 'Please enter 2FA code';
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
        // What no refusal says is a fault of ours: the code may be right.
        const text = deps.failureText(
          failure,
          failure.kind === 'refused' ? INVALID_CODE : CODE_UNCHECKED,
        );
        if (failure.kind !== 'refused' || failure.refusal.code !== 'INVALID_INPUT') {
          state.codeError = text;
          return;
        }
        // 2FA was turned off on another device. The review shows that and continues without a code.
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

    /** Goes back from the review to the form, which is unchanged. */
    back(): void {
      if (state.phase !== 'review') return;
      forgetTyped();
      state.phase = 'form';
      state.error = undefined;
    },

    /** The review has suggested the second factor. */
    asked(): void {
      state.askSecondFactor = false;
    },
  };

  return {
    controls,

    /** The intent is made before the review is shown (BEY-01). */
    open(review: R): void {
      state.review = review;
      state.passwordAsked = false;
      forgetTyped();
      intent = newIntentFor(review);
      state.phase = 'review';
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

/** The controls of a review, which the machines of its pages pass on. */
export type Sending = ReturnType<typeof sending>['controls'];
