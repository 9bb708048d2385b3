import { signal } from '@preact/signals-react';
import { busyFor } from '#core/busy.ts';
import { instrumentOf, quotable } from '#core/domain/swap-form.ts';
import { quoteErrorText, TOO_SLOW } from '#core/domain/swap-texts.ts';
import { inOrder } from '#core/in-order.ts';
import type { ConversionDeps, QuoteAnswer } from './conversion-deps.ts';
import { type ConversionState, coverIn, type Quote } from './conversion-state.ts';
import type { ConversionRules } from './rules.ts';

const quoteOf = ({ data }: QuoteAnswer): Quote => ({
  id: data.conversion_quote_id,
  sourceAmount: data.source_currency_amount,
  targetAmount: data.target_currency_amount,
  rate: data.rate,
  spreadBps: data.spread_bps,
  expiresAt: Date.parse(data.expires_at) || 0,
});

/** Requests quotes, counts them down and replaces them (SWAP-04, SWAP-06, SWAP-09). */
export function quoteCycle(state: ConversionState, deps: ConversionDeps, rules: ConversionRules) {
  /** Whole seconds until the quote expires; a signal, because it changes every second. */
  const secondsLeft = signal(0);
  const requests = inOrder();
  let cancelTimer = () => {};
  let cancelTick = () => {};
  /** The last request got no answer, or none but to wait; it is repeated when the customer or the connection is back. */
  let unanswered = false;
  /** The customer left the page, so no quote is needed any more. */
  let left = false;

  const stop = (): void => {
    cancelTimer();
    cancelTick();
  };

  /** The inputs changed or the quote is used: an answer still under way is ignored. */
  function clear(): void {
    requests.changed();
    unanswered = false;
    stop();
    secondsLeft.value = 0;
    state.quote = 'none';
    state.shown = undefined;
    state.error = undefined;
  }

  function tick(): void {
    const left = (state.shown?.expiresAt ?? 0) - deps.now();
    if (left <= 0) expire();
    else {
      secondsLeft.value = Math.ceil(left / 1_000);
      // Wait until the next whole second, so that the number changes exactly then.
      cancelTick = deps.after(left % 1_000 || 1_000, tick);
    }
  }

  function expire(): void {
    stop();
    secondsLeft.value = 0;
    if (!quotable(state.amount) || coverIn(state) !== 'covered') {
      state.quote = 'none';
      state.shown = undefined;
      return;
    }
    state.quote = 'expired';
    if (state.shown) state.shown = { ...state.shown, id: '' };
    if (rules.renewPauseMs === undefined) state.error = rules.expired;
    else if (deps.attended()) cancelTimer = deps.after(rules.renewPauseMs, () => void fetchQuote());
  }

  /**
   * Whether a quote cannot be used even if it is confirmed at once: the way back takes about half
   * of what question and answer took. Asking again would only repeat that (HARD-10).
   */
  const isTooLate = ({ expiresAt }: Quote, askedAt: number): boolean =>
    expiresAt - deps.now() <= (deps.uptime() - askedAt) / 2;

  /** There is no quote, and none is asked for until the customer or the connection does. */
  function giveUp(text: string): void {
    state.quote = 'none';
    state.shown = undefined;
    state.error = text;
  }

  async function fetchQuote(): Promise<void> {
    if (left || !quotable(state.amount)) return;
    stop();
    const counts = requests.askOnly();
    unanswered = false;
    const { source, target } = state.pair;
    state.quote = 'loading';
    state.error = undefined;
    const askedAt = deps.uptime();
    const outcome = await deps.quote(source, target, state.amount);
    if (!counts()) return;
    if (outcome.ok) {
      const quote = quoteOf(outcome.value);
      if (isTooLate(quote, askedAt)) return giveUp(TOO_SLOW);
      state.shown = quote;
      state.quote = 'active';
      return tick();
    }
    const instrument = instrumentOf(state.instruments, state.pair);
    giveUp(
      quoteErrorText(
        outcome.failure,
        deps.connectionText(outcome.failure),
        instrument && { amount: instrument.min_quantity, symbol: source },
      ),
    );
    const waitSeconds = busyFor(outcome.failure);
    unanswered =
      waitSeconds !== undefined ||
      outcome.failure.kind === 'offline' ||
      outcome.failure.kind === 'network';
    if (waitSeconds !== undefined) cancelTimer = deps.after(waitSeconds * 1_000, resume);
  }

  /** The inputs changed: requests a quote after a pause, if the amount can be quoted. */
  function schedule(pauseMs: number): void {
    clear();
    if (left || !quotable(state.amount)) return;
    state.quote = 'loading';
    if (pauseMs === 0) void fetchQuote();
    else cancelTimer = deps.after(pauseMs, () => void fetchQuote());
  }

  /** The customer or the connection is back: replaces a quote that has expired or got no answer. */
  function resume(): void {
    if (state.phase !== 'form' || !deps.attended() || !quotable(state.amount)) return;
    if (state.quote === 'active') {
      // A sleeping page's timers run late.
      if ((state.shown?.expiresAt ?? 0) <= deps.now()) expire();
    } else if (unanswered || (state.quote === 'expired' && rules.renewPauseMs !== undefined)) {
      void fetchQuote();
    }
  }

  /** Ends the cycle for good: an answer still under way is ignored and starts nothing. */
  function leave(): void {
    left = true;
    requests.changed();
    stop();
  }

  return { secondsLeft, clear, stop, expire, fetchQuote, schedule, resume, leave };
}

export type QuoteCycle = ReturnType<typeof quoteCycle>;
