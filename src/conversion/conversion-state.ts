import { proxy } from 'valtio/vanilla';
import type { Instrument } from '#core/contract/swap.ts';
import { assetOf, defaultPair } from '#core/domain/currencies.ts';
import type { Holding } from '#core/domain/portfolio.ts';
import { coverOf, type Pair, type QuoteStatus } from '#core/domain/swap-form.ts';
import type { ConversionRules, ConversionSummary } from './rules.ts';

/** A quote as the server fixed it; it stays on screen, without its id, while the next one is fetched. */
export interface Quote {
  readonly id: string;
  readonly sourceAmount: string;
  readonly targetAmount: string;
  readonly rate: string;
  readonly spreadBps: number;
  /** By the server's clock, milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type LoadStatus = 'loading' | 'ready' | 'failed';

export interface ConversionState {
  /** `checking`: the outcome of a confirmation is unknown and being asked for (BEY-02). */
  phase: 'form' | 'confirming' | 'checking' | 'success' | 'failure';
  market: string;
  pair: Pair;
  amount: string;
  /** Why the last text was not taken (BEY-08). */
  doubt: string | undefined;
  quote: QuoteStatus;
  shown: Quote | undefined;
  error: string | undefined;
  /** What is being confirmed, checked or celebrated. */
  summary: ConversionSummary | undefined;
  instruments: readonly Instrument[];
  instrumentsStatus: LoadStatus;
  /** Undefined while nobody knows them. */
  holdings: readonly Holding[] | undefined;
  holdingsStatus: LoadStatus;
  /** When the balances were true, and whether they are the device's copy. */
  holdingsAsOf: Date | undefined;
  holdingsStale: boolean;
}

export const initialState = (market: string): ConversionState =>
  proxy<ConversionState>({
    phase: 'form',
    market,
    pair: defaultPair(market),
    amount: '',
    doubt: undefined,
    quote: 'none',
    shown: undefined,
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
    assetOf(state.pair.source).scale,
  );

/** The main button, for its view and for whoever presses it. */
export const buttonIn = (
  state: Pick<ConversionState, 'amount' | 'holdings' | 'pair' | 'quote' | 'phase'>,
  rules: ConversionRules,
) =>
  rules.button({
    amount: state.amount,
    cover: coverIn(state),
    quote: state.quote,
    converting: state.phase === 'confirming',
    source: state.pair.source,
  });
