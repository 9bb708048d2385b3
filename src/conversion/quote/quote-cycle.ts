import { signal } from '@preact/signals-react';
import type { ConversionDeps } from '#conversion/conversion-deps.ts';
import {
  type ConversionState,
  coverIn,
  isRenewed,
  type Quote,
} from '#conversion/conversion-state.ts';
import type { ConversionRules } from '#conversion/rules.ts';
import { quoteErrorText, TOO_SLOW } from '#conversion/swap-texts.ts';
import { keptOf } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { formatCrypto } from '#core/money/format.ts';
import { AIM_MS, isSpokenAgain } from '#core/money/quote-change.ts';
import { instrumentOf, quotable } from '#core/money/swap-form.ts';
import { busyFor } from '#transport/calls/busy.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { quoteOf } from './quote-of.ts';

/** An expired quote is replaced after this pause (SWAP-06). */
const RENEW_PAUSE_MS = 1_000;

/** With more time, a quote that ends this soon is replaced before it is sent. */
const LAST_MOMENT_MS = 1_500;

/** Requests quotes, counts them down and replaces them (SWAP-04, SWAP-06, SWAP-09). */
export function quoteCycle(
  state: ConversionState,
  deps: ConversionDeps,
  rules: ConversionRules,
  onShown: (quote: Quote) => void,
) {
  /** Whole seconds until the quote expires; a signal, because it changes every second. */
  const secondsLeft = signal(0);
  const requests = inOrder();
  /** The last quote for what is typed now, and the one before it; they keep their ids when they expire. */
  let latest: Quote | undefined;
  let former: Quote | undefined;
  /** By `deps.uptime()`: when the amount that the customer sees changed. */
  let changedAt = Number.NEGATIVE_INFINITY;
  /** The amount that screen readers announced last. */
  let spokenUnits: bigint | undefined;
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

  /** A rate is asked for only if it can be swapped at: the balance is not known to be too low (SPEC-12). */
  const worthAsking = (): boolean => quotable(state.amount) && coverIn(state) !== 'short';

  /** The inputs changed or the quote is used: an answer still under way is ignored. */
  function clear(): void {
    requests.changed();
    unanswered = false;
    stop();
    secondsLeft.value = 0;
    state.quote = 'none';
    state.early = false;
    forget();
    state.error = undefined;
  }

  /** Removes the shown quote. */
  function forget(): void {
    latest = undefined;
    former = undefined;
    changedAt = Number.NEGATIVE_INFINITY;
    spokenUnits = undefined;
    state.shown = undefined;
    state.before = undefined;
    state.spoken = '';
  }

  const unitsOf = ({ targetAmount }: Quote): bigint =>
    parseUnits(targetAmount, keptOf(state.pair.target).scale) ?? 0n;

  /**
   * A quote is announced once with its amounts, and again only if the amount has changed enough (EASE-04).
   */
  function speak(quote: Quote): void {
    const units = unitsOf(quote);
    if (spokenUnits !== undefined && !isSpokenAgain(spokenUnits, units)) return;
    spokenUnits = units;
    const { source, target } = state.pair;
    state.spoken = `For ${formatCrypto(quote.sourceAmount, source)} you get ${formatCrypto(quote.targetAmount, target)}`;
  }

  function show(quote: Quote): void {
    if (latest && latest.targetAmount !== quote.targetAmount) {
      former = latest;
      changedAt = deps.uptime();
      state.before = latest.targetAmount;
    }
    latest = quote;
    state.shown = quote;
    state.quote = 'active';
    speak(quote);
    onShown(quote);
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
    state.early = false;
    if (!quotable(state.amount) || coverIn(state) !== 'covered') {
      state.quote = 'none';
      forget();
      return;
    }
    state.quote = 'expired';
    if (state.shown) state.shown = { ...state.shown, id: '' };
    if (!isRenewed(state, rules)) state.error = rules.expired;
    else if (deps.attended()) cancelTimer = deps.after(RENEW_PAUSE_MS, () => void fetchQuote());
  }

  /**
   * Whether a quote cannot be used even if it is confirmed at once: the way back takes about half
   * of what question and answer took. Asking again would only repeat that (HARD-10).
   */
  const isTooLate = ({ expiresAt }: Quote, askedAt: number): boolean =>
    expiresAt - deps.now() <= (deps.uptime() - askedAt) / 2;

  /** There is no quote, and the next one is requested when the customer acts or the connection is back. */
  function giveUp(text: string): void {
    state.quote = 'none';
    state.early = false;
    forget();
    state.error = text;
  }

  async function fetchQuote(): Promise<void> {
    if (left || !quotable(state.amount)) return;
    if (!worthAsking()) {
      // The balance came to be known as too low while the customer paused.
      clear();
      return;
    }
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
      show(quote);
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
    if (left || !worthAsking()) return;
    state.quote = 'loading';
    if (pauseMs === 0) void fetchQuote();
    else cancelTimer = deps.after(pauseMs, () => void fetchQuote());
  }

  /** The balances are known anew: a rate that cannot be had goes, and one that can be had now is asked for. */
  function follow(pauseMs: number): void {
    if (state.phase !== 'form') return;
    if (!worthAsking()) {
      if (state.quote !== 'none') clear();
    } else if (state.quote === 'none' && state.error === undefined) schedule(pauseMs);
  }

  /** The customer or the connection is back: replaces a quote that has expired or got no answer. */
  function resume(): void {
    if (state.phase !== 'form' || !deps.attended() || !quotable(state.amount)) return;
    if (state.quote === 'active') {
      // On a sleeping page timers run late, so the quote may have expired unnoticed.
      if ((state.shown?.expiresAt ?? 0) <= deps.now()) expire();
    } else if (unanswered || (state.quote === 'expired' && isRenewed(state, rules))) {
      void fetchQuote();
    }
  }

  /**
   * The quote at which a press is aimed. A person needs time to react, so just after a change that is the
   * quote before.
   */
  const aimedAt = (): Quote | undefined =>
    former && deps.uptime() - changedAt < AIM_MS ? former : latest;

  /**
   * The quote that a press executes. With more time, a new one is requested if this one has expired or soon
   * does.
   */
  async function newest(): Promise<Quote | undefined> {
    if (state.quote === 'active' && latest && latest.expiresAt - deps.now() > LAST_MOMENT_MS) {
      return latest;
    }
    await fetchQuote();
    return state.quote === 'active' ? latest : undefined;
  }

  /** Ends the cycle for good: an answer still under way is ignored and starts nothing. */
  function leave(): void {
    left = true;
    requests.changed();
    stop();
  }

  return {
    secondsLeft,
    clear,
    stop,
    expire,
    fetchQuote,
    schedule,
    follow,
    resume,
    leave,
    aimedAt,
    newest,
    unitsOf,
  };
}

export type QuoteCycle = ReturnType<typeof quoteCycle>;
