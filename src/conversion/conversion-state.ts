import { proxy } from 'valtio/vanilla';
import type { Instrument } from '#core/contract/money/swap.ts';
import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { defaultPair } from '#core/money/currencies.ts';
import { coverOf, type Pair, type QuoteStatus } from '#core/money/swap-form.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import type { ConversionRules, ConversionSummary } from './rules.ts';

/**
 * A quote of the server. After it expired, its amounts stay on screen until the next quote, but it has no id
 * any more.
 */
export interface Quote {
  readonly id: string;
  readonly sourceAmount: string;
  readonly targetAmount: string;
  readonly rate: string;
  readonly spreadBps: number;
  /** The market prices from which the quote was computed, in USD; older servers do not send them. */
  readonly sourcePrice: string | undefined;
  readonly targetPrice: string | undefined;
  /** In milliseconds since the epoch, by the server's clock. */
  readonly expiresAt: number;
}

/** A preview of the second of two steps: what it would give now for the result of the first. */
export type SecondStep = Pick<
  Quote,
  'sourceAmount' | 'targetAmount' | 'spreadBps' | 'sourcePrice' | 'targetPrice'
>;

export type LoadStatus = 'loading' | 'ready' | 'failed';

export interface ConversionState {
  /**
   * `checking`: a confirmation's outcome is unknown, and the server is being asked for it (BEY-02).
   */
  phase: 'form' | 'confirming' | 'checking' | 'success' | 'failure';
  market: string;
  pair: Pair;
  /**
   * The asset that the customer wants in the end, if there is no direct pair and this is the first of two
   * steps (EASE-20).
   */
  onward: KeptCode | undefined;
  /** Undefined until the preview has loaded. */
  second: SecondStep | undefined;
  amount: string;
  /** Why the text typed last was not accepted as an amount (BEY-08). */
  doubt: string | undefined;
  quote: QuoteStatus;
  shown: Quote | undefined;
  /** The received amount of the quote before this one, if it differs (EASE-04). */
  before: string | undefined;
  /** The text of the quote for screen readers. */
  spoken: string;
  /** The customer chose to have more time: a press takes the newest quote, if its amount is close enough. */
  hasMoreTime: boolean;
  /** A press came before there was a quote that it could take; it is answered in words. */
  early: boolean;
  error: string | undefined;
  /** The conversion that is being confirmed or checked, or has succeeded. */
  summary: ConversionSummary | undefined;
  instruments: readonly Instrument[];
  instrumentsStatus: LoadStatus;
  /** Undefined while the balances are unknown. */
  holdings: readonly Holding[] | undefined;
  holdingsStatus: LoadStatus;
  /** The time of the balances; `holdingsStale` tells whether they are the device's kept copy. */
  holdingsAsOf: Date | undefined;
  holdingsStale: boolean;
}

export const initialState = (market: string): ConversionState =>
  proxy<ConversionState>({
    phase: 'form',
    market,
    pair: defaultPair(market),
    onward: undefined,
    second: undefined,
    amount: '',
    doubt: undefined,
    quote: 'none',
    shown: undefined,
    before: undefined,
    spoken: '',
    hasMoreTime: false,
    early: false,
    error: undefined,
    summary: undefined,
    instruments: [],
    instrumentsStatus: 'loading',
    holdings: undefined,
    holdingsStatus: 'loading',
    holdingsAsOf: undefined,
    holdingsStale: false,
  });

export const holdingOf = (
  state: Pick<ConversionState, 'holdings'>,
  code: string,
): Holding | undefined => state.holdings?.find((holding) => holding.code === code);

export const coverIn = (state: Pick<ConversionState, 'amount' | 'holdings' | 'pair'>) =>
  coverOf(
    state.amount,
    holdingOf(state, state.pair.source)?.available,
    keptOf(state.pair.source).scale,
  );

/** The main button's state, both for showing the button and for handling a press. */
export const buttonIn = (
  state: Pick<
    ConversionState,
    'amount' | 'holdings' | 'pair' | 'quote' | 'phase' | 'shown' | 'hasMoreTime'
  >,
  rules: ConversionRules,
) =>
  rules.button({
    amount: state.amount,
    cover: coverIn(state),
    quote: state.quote,
    converting: state.phase === 'confirming',
    source: state.pair.source,
    target: state.pair.target,
    lasting: state.hasMoreTime && state.shown !== undefined,
  });

/** Whether an expired quote is replaced by itself. */
export const isRenewed = (
  { hasMoreTime }: Pick<ConversionState, 'hasMoreTime'>,
  { renews }: ConversionRules,
): boolean => renews || hasMoreTime;
