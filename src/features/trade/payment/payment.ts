import type { Failure } from '#core/failure.ts';
import type { ReturnKind } from '#core/money/purchase.ts';
import { PAYMENT_NOT_READY } from '#core/words/purchase.ts';
import type { BuyDeps, Opened, Recorded } from '#features/trade/buy-deps.ts';
import type { BuyState, Payment, PaymentResult, ResultStatus } from '#features/trade/buy-state.ts';
import { amountsOf, type Order, recordRequest } from '#features/trade/order.ts';
import { mayHaveHappened } from '#transport/calls/may-have-happened.ts';
import { settle } from '#transport/calls/settle.ts';
import { endText, refundText, uncheckedText } from './purchase-texts.ts';

/** How often the provider is asked after its page has said that the payment is over. */
const POLL_MS = 1_000;
const POLLS = { success: 10, other: 3 } as const;

const NOT_RECORDED = 'We could not record this payment. It is not lost.';

/** How a purchase ended, according to the server. */
type Ended = Omit<Recorded['data'], 'transaction_id'>;
type Hint = Ended['status'];

const hintOf: Readonly<Record<ReturnKind, Hint>> = {
  success: 'success',
  fail: 'failed',
  decline: 'declined',
  cancel: 'cancelled',
};

function statusOf(end: Hint): ResultStatus {
  switch (end) {
    case 'success':
      return 'Success';
    case 'failed':
    case 'declined':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
    case 'unknown':
      return 'Pending';
  }
}

/** `URL.parse` is newer than some supported browsers. */
function parsed(url: string, origin: string): URL | undefined {
  try {
    return new URL(url, origin);
  } catch {
    return undefined;
  }
}

/**
 * The payment page that the provider opened; a text for the customer if it cannot be used (BUY-08).
 */
export function paymentOf({ data }: Opened, origin: string): Payment | string {
  const { token, redirect_url } = data.checkout;
  if (!token) return 'Failed to generate payment token';
  const url = parsed(redirect_url, origin);
  const usable = url && (url.origin === origin || url.protocol === 'https:');
  if (!usable || !data.tracking_id) return 'Invalid payment data received';
  const priceUntil = data.price_until && { priceUntil: Date.parse(data.price_until) };
  return { id: data.tracking_id, token, url: url.href, ...priceUntil };
}

/** Opens the payment page and finds out how the payment ended (BUY-05, BUY-06). */
export function payment(state: BuyState, deps: BuyDeps, refused: (failure: Failure) => void) {
  const leaving = new AbortController();
  const gone = leaving.signal;
  /**
   * The server could not be asked how the payment ended; it is asked when the connection is back.
   */
  let unasked = false;
  const pause = (ms: number) => new Promise<void>((resolve) => deps.after(ms, resolve));

  function stop(error: string): void {
    state.phase = 'form';
    state.error = error;
  }

  /** The customer left the page: the outcome is shown with the unseen purchases (BEY-17). */
  function end(): void {
    state.phase = 'form';
  }

  function showChecking(): void {
    state.phase = 'checking';
  }

  function pay(order: Order, opened: Opened): void {
    const made = paymentOf(opened, deps.origin());
    if (gone.aborted) end();
    else if (typeof made === 'string') stop(made);
    else Object.assign(state, { order, payment: made, phase: 'paying' });
  }

  /** Opens a payment page for an order, once. */
  async function open(order: Order): Promise<void> {
    const testForm = await deps.testForm();
    if (gone.aborted) return end();
    if (testForm === undefined) {
      return stop(PAYMENT_NOT_READY);
    }
    const origin = deps.origin();
    const request = {
      ...amountsOf(order),
      ...(order.price !== undefined && { price: order.price }),
      success_url: `${origin}/success`,
      decline_url: `${origin}/decline`,
      fail_url: `${origin}/fail`,
      cancel_url: `${origin}/cancel`,
      payment_test_env: testForm,
    };
    const settled = await settle(deps.checkout(order), request, showChecking, gone);
    if (settled.kind === 'done') return pay(order, settled.value);
    if (settled.kind !== 'refused') return stop('Failed to initialize payment');
    state.phase = 'form';
    refused(settled.failure);
  }

  function show(
    order: Order,
    made: Payment,
    what: Pick<PaymentResult, 'status' | 'text' | 'saved'>,
    checkedAt?: number,
  ): void {
    state.result = { ...what, order, payment: made, checkedAt };
    if (!what.saved) deps.unsettled(order, made);
  }

  function finish(asked: Order, made: Payment, ended: Ended, again: boolean): void {
    const { status: end, refund, returned_for: cause, crypto_value: bought } = ended;
    const order = bought === undefined ? asked : { ...asked, crypto: bought, agreed: asked.crypto };
    const text = refund ? refundText(refund, order, cause) : endText(end, order);
    if (gone.aborted) deps.announce(end === 'success' ? 'success' : 'error', text);
    // A payment that is not settled stays among the unseen purchases.
    if (end !== 'unknown') deps.seen(made.id);
    if (end === 'success') {
      state.order = order;
      state.result = undefined;
      state.crypto = '';
      state.fiat = '';
      state.phase = 'success';
      deps.refreshBalances();
    } else {
      const saved = end !== 'unknown';
      const checkedAt = again && !saved ? deps.now() : undefined;
      const status = refund ? 'Refunded' : statusOf(end);
      show(order, made, { status, text, saved }, checkedAt);
      state.phase = end === 'unknown' ? 'form' : 'failure';
    }
  }

  /**
   * Asks the server once how the payment ended. A failure means that there was no usable answer.
   */
  async function ask(order: Order, made: Payment, hint: Hint): Promise<Ended | Failure> {
    const request = recordRequest(order, made.id, deps.device(), hint);
    const settled = await settle(deps.record(order), request, showChecking, gone);
    state.phase = 'recording';
    if (settled.kind === 'done') return settled.value.data;
    // A payment that was not recorded counts as not settled: the server is asked again.
    return settled.kind === 'refused' ? settled.failure : { status: 'unknown' };
  }

  /** `again`: the customer asks, not the payment page. */
  async function record(
    order: Order,
    made: Payment,
    hint: Hint,
    polls: number,
    again = false,
  ): Promise<void> {
    state.phase = 'recording';
    for (let poll = 1; !gone.aborted; poll++) {
      const answer = await ask(order, made, hint);
      if ('kind' in answer) {
        unasked = answer.kind === 'offline' || mayHaveHappened(answer);
        // The usual text would say that nothing was sent, which is not true of the payment itself.
        const what = unasked
          ? ({ status: 'Unknown', text: uncheckedText(order) } as const)
          : ({ status: 'Error', text: deps.failureText(answer, NOT_RECORDED) } as const);
        show(order, made, { ...what, saved: false });
        state.phase = 'form';
        return;
      }
      if (answer.status !== 'unknown' || poll >= polls) return finish(order, made, answer, again);
      await pause(POLL_MS);
    }
    end();
  }

  function again(): void {
    const { result } = state;
    if (state.phase !== 'form' || !result) return;
    unasked = false;
    void record(result.order, result.payment, 'unknown', 1, true);
  }

  const current = (): readonly [Order, Payment] | undefined =>
    state.order && state.payment && [state.order, state.payment];

  /** The same payment may have been paid in another tab: this one says so, too, and cannot pay it again (SPEC-12). */
  async function look(): Promise<void> {
    const now = current();
    if (state.phase !== 'paying' || !now) return;
    const [, made] = now;
    const ended = await deps.ended(made.id);
    const isThere = state.phase === 'paying' && state.payment?.id === made.id;
    if (ended && isThere) void record(...now, 'unknown', 1);
  }

  return {
    open,

    /** The payment page sent the frame to one of our return addresses. */
    returned(kind: ReturnKind): void {
      const now = current();
      if (state.phase === 'paying' && now) {
        void record(...now, hintOf[kind], kind === 'success' ? POLLS.success : POLLS.other);
      }
    },

    /** The customer closed the payment; they may have paid before. */
    closed(): void {
      const now = current();
      if (state.phase === 'paying' && now) void record(...now, 'unknown', 1);
    },

    /** Recording failed or the payment is not settled: ask again. */
    again,

    /** The page is seen again, the connection is back, or a purchase has changed. */
    wake(): void {
      if (unasked) again();
      else void look();
    },

    /** Back to a payment page that was closed before anything was decided. */
    resume(): void {
      const { result } = state;
      if (state.phase !== 'form' || result?.status !== 'Pending') return;
      state.order = result.order;
      state.payment = result.payment;
      state.result = undefined;
      state.phase = 'paying';
    },

    /** The provider does not let itself be framed: its page takes the place of ours. */
    redirect(): void {
      const now = current();
      if (state.phase !== 'paying' || !now) return;
      const [order, made] = now;
      show(order, made, { status: 'Redirected', text: endText('pending', order), saved: false });
      state.phase = 'form';
      deps.go(made.url);
    },

    leave(): void {
      leaving.abort();
      if (state.phase === 'paying') end();
    },
  };
}
