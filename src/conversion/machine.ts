import { readAmount } from '#core/money/amount-input.ts';
import { findCash, type KeptCode, keptOf } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import {
  chooseSource,
  chooseTarget,
  flip,
  furtherTargetsOf,
  instrumentOf,
  type Pair,
  type QuickFill,
  quickFill,
} from '#core/money/swap-form.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { ABOVE_ZERO } from '#core/words/amounts.ts';
import { holdWhileBusy } from '#platform/page/hold-while-busy.ts';
import { balanceLoader } from '#transport/money/balance-loader.ts';
import { confirmation } from './confirmation.ts';
import type { ConversionDeps } from './conversion-deps.ts';
import type { ConversionDraft } from './conversion-draft.ts';
import { buttonIn, holdingOf, initialState } from './conversion-state.ts';
import { quoteCycle } from './quote/quote-cycle.ts';
import type { ConversionRules } from './rules.ts';
import { secondStep } from './second-step.ts';

/**
 * A swap or a sale without its views: one machine per visit to its page, about `asset` if named, and for `wanted`
 * if that is named as well.
 */
export function createConversion(
  deps: ConversionDeps,
  rules: ConversionRules,
  market: string,
  asset?: string,
  wanted?: string,
) {
  const state = initialState(market);
  state.pair = rules.start(market, asset);
  const target = offeredAssets(market).find(({ code }) => code === wanted)?.code;
  if (target && target !== state.pair.source) state.pair = chooseTarget(state.pair, target);
  const askSecond = secondStep(state, deps);
  const quotes = quoteCycle(state, deps, rules, (quote) => void askSecond(quote));
  const precision = (): number => keptOf(state.pair.source).scale;
  const balances = balanceLoader(
    (show) => deps.balances(show),
    (entries, asOf, stale) => {
      state.holdings = holdingsOf(entries, state.market);
      state.holdingsAsOf = asOf;
      state.holdingsStale = stale;
      state.holdingsStatus = 'ready';
      quotes.follow(rules.fillPauseMs);
    },
  );

  async function showBalances(loading: Promise<boolean>): Promise<void> {
    if (!(await loading)) state.holdingsStatus = 'failed';
  }
  const loadBalances = (): Promise<void> => showBalances(balances.load());

  async function loadInstruments(): Promise<void> {
    if (state.instrumentsStatus !== 'ready') state.instrumentsStatus = 'loading';
    const outcome = await deps.instruments();
    if (outcome.ok) state.instruments = outcome.value;
    if (outcome.ok || state.instruments.length === 0) {
      state.instrumentsStatus = outcome.ok ? 'ready' : 'failed';
    }
    // The asset of the page cannot be bought with the default source or target: another pair is chosen.
    const unfit = asset !== undefined && state.amount === '' && state.phase === 'form';
    if (!outcome.ok || !unfit) return;
    chooseSourceOf(state.pair.source);
    // One without a pair is reached in two steps, which are known now.
    if (target && target !== state.pair.source) chooseTargetOf(target);
  }

  const reloadBalances = (): void => void showBalances(balances.reload());
  const confirming = confirmation(state, deps, rules, quotes, reloadBalances);

  /**
   * A new pair clears amounts and quote (SWAP-07), except that a sale's new target keeps the
   * amount.
   */
  function take(pair: Pair): void {
    state.onward = undefined;
    if (pair.source === state.pair.source && pair.target === state.pair.target) return;
    const keeps = rules.keepsAmount && pair.source === state.pair.source;
    state.pair = pair;
    state.doubt = undefined;
    if (keeps) quotes.schedule(rules.typingPauseMs);
    else {
      quotes.clear();
      state.amount = '';
    }
  }

  const chooseSourceOf = (code: KeptCode): void =>
    take(chooseSource(state.pair, code, state.instruments, state.market, rules.stableOnly));

  /** A target without a pair is reached in two steps, of which this form becomes the first (EASE-20). */
  function chooseTargetOf(code: KeptCode): void {
    const { source } = state.pair;
    const further = furtherTargetsOf(state.instruments, source, state.market);
    const way = rules.stableOnly ? undefined : further.find(({ asset }) => asset.code === code);
    take(way ? { source, target: way.via } : chooseTarget(state.pair, code));
    if (!way) return;
    state.onward = code;
    if (state.shown) void askSecond(state.shown);
  }

  function setAmount(amount: string, pauseMs: number): void {
    state.doubt = undefined;
    state.amount = amount;
    quotes.schedule(pauseMs);
  }

  const stopHolding = holdWhileBusy({
    state,
    hold: deps.hold,
    busy: ({ phase }) => phase === 'confirming' || phase === 'checking',
    filled: ({ phase, amount }) => phase !== 'form' || amount !== '',
  });

  return {
    state,
    rules,
    secondsLeft: quotes.secondsLeft,

    start(): void {
      void confirming.pickUp();
      void loadBalances();
      void loadInstruments();
    },

    /** Restores a form typed earlier and requests a current quote. */
    restore({ pair, amount }: ConversionDraft): void {
      if (state.phase !== 'form') return;
      take(pair);
      setAmount(amount, rules.fillPauseMs);
    },

    /**
     * Takes the amount field's new text; text that is not an amount leaves the amount as it was.
     */
    type(text: string): void {
      if (state.phase !== 'form') return;
      const reading = readAmount(text, state.amount, precision(), state.pair.source);
      // Refused text also leaves an existing doubt in place.
      if (reading.kind === 'refused') return;
      state.doubt = reading.kind === 'doubtful' ? reading.text : undefined;
      if (reading.kind === 'amount' && reading.value !== state.amount) {
        setAmount(reading.value, rules.typingPauseMs);
      }
    },

    fill(percent: QuickFill): void {
      const balance = holdingOf(state, state.pair.source)?.available;
      if (state.phase !== 'form' || balance === undefined) return;
      const amount = quickFill(balance, percent, precision());
      if (amount === undefined) {
        quotes.clear();
        state.amount = '';
        state.error = ABOVE_ZERO;
      } else setAmount(amount, rules.fillPauseMs);
    },

    /** Fills in the pair's minimum amount. */
    fillMinimum(): void {
      const minimum = instrumentOf(state.instruments, state.pair)?.min_quantity;
      if (state.phase === 'form' && minimum) setAmount(minimum, rules.fillPauseMs);
    },

    chooseSource: chooseSourceOf,
    chooseTarget: chooseTargetOf,

    /** Prepares the second of two steps with exactly what the first gave. */
    goOn(): void {
      const { onward, summary, pair } = state;
      if (state.phase !== 'success' || !onward || !summary) return;
      confirming.done();
      take({ source: pair.target, target: onward });
      setAmount(summary.targetAmount, rules.fillPauseMs);
    },

    flip: () => take(flip(state.pair)),

    /** The preference of EASE-04, which may change while the page is open. */
    setMoreTime(on: boolean): void {
      state.hasMoreTime = on;
      quotes.resume();
    },

    /** Called when the market currency turns out to be another one (SWAP-15). */
    setMarket(currency: string): void {
      if (currency === state.market) return;
      state.market = currency;
      const kept = [...offeredAssets(currency), findCash(currency)].map((one) => one?.code);
      const { source, target } = state.pair;
      if (!kept.includes(source) || !kept.includes(target)) take(rules.start(currency, undefined));
    },

    /** Requests whatever is missing again: balances, pairs, a quote. */
    retry(): void {
      if (state.holdingsStatus === 'failed') {
        state.holdingsStatus = 'loading';
        void loadBalances();
      }
      if (state.instrumentsStatus === 'failed') void loadInstruments();
      if (state.phase === 'form' && (state.quote === 'none' || state.quote === 'expired')) {
        void quotes.fetchQuote();
      }
    },

    /** Handles a press of the main button. One that comes while a quote is asked for takes none, and is told so. */
    press(): void {
      if (state.phase !== 'form') return;
      const { action, busy } = buttonIn(state, rules);
      if (busy) state.early = true;
      else if (action === 'confirm') void confirming.confirm();
      else void quotes.fetchQuote();
    },
    done(): void {
      confirming.done();
      // The balances requested after the exchange may have had no answer.
      if (state.phase === 'form' && (state.holdingsStale || !state.holdings)) void loadBalances();
    },

    /** Called when the page is visible again or the connection is back. */
    resume(): void {
      // The balances are requested once the outcome of the exchange is known.
      if (state.phase === 'confirming' || state.phase === 'checking') return;
      void loadBalances();
      if (state.phase !== 'form') return;
      quotes.resume();
      if (state.instrumentsStatus === 'failed') void loadInstruments();
    },

    leave(): void {
      confirming.leave();
      quotes.leave();
      stopHolding();
    },
  };
}

export type ConversionMachine = ReturnType<typeof createConversion>;
