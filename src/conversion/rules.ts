import type { Failure } from '#core/failure.ts';
import { findCash, type KeptCode, type KeptCurrency, keptOf } from '#core/money/cash.ts';
import { formatDecimal } from '#core/money/format.ts';
import {
  type ButtonInput,
  type ButtonState,
  notEnough,
  type Pair,
  sourcesOf,
  startingPair,
  swapButton,
} from '#core/money/swap-form.ts';
import {
  boughtText,
  cashButton,
  cashErrorText,
  cashPair,
  NEVER_BOUGHT,
  notEnoughCash,
} from './cash-purchase.ts';
import { NEVER_SOLD, QUOTE_EXPIRED, sellButton, sellErrorText, soldText } from './sell.ts';
import { confirmErrorText, NEVER_HAPPENED, swappedText } from './swap-texts.ts';

/** Amounts and assets of one conversion, as kept with its intent and shown when it is done. */
export interface ConversionSummary {
  readonly source: string;
  readonly sourceAmount: string;
  readonly target: string;
  readonly targetAmount: string;
}

/** What distinguishes a swap, a sale and a purchase with cash: pauses, words, and what an expired quote does. */
export interface ConversionRules {
  readonly kind: 'swap' | 'sell' | 'cash';
  readonly typingPauseMs: number;
  readonly fillPauseMs: number;
  /** An expired quote is replaced automatically, and not on request only. */
  readonly renews: boolean;
  /** Shown when a quote has expired. */
  readonly expired: string;
  /** A failure gets its own screen instead of a message in the form. */
  readonly failureScreen: boolean;
  /** Only stable coins and cash can be received. */
  readonly stableOnly: boolean;
  /** Changing the target keeps the amount and requests a new quote. */
  readonly keepsAmount: boolean;
  /** On phones, buttons fill in the minimum (Min) and the whole balance (Max). */
  readonly fillsMinimum: boolean;
  readonly neverHappened: string;
  /** The activity as a noun: “Swapping needs a connection”. */
  readonly gerund: 'Swapping' | 'Selling' | 'Buying';
  readonly participle: 'swapped' | 'sold' | 'bought';
  /** What became of the amount, up to the asset received: “was being swapped to”. */
  readonly passive: 'swapped to' | 'sold for' | 'paid for';
  /** The label above the given amount on the success screen. */
  readonly given: 'From' | 'Sold' | 'Paid';
  readonly pickerTitle: string;
  /** The pair a page about this asset opens with. */
  start(market: string, asset: string | undefined): Pair;
  /** The assets that can be given for this target. */
  sources(target: KeptCode, market: string): readonly KeptCurrency[];
  /** The asset that the page is about. */
  subject(pair: Pair): KeptCode;
  button(input: ButtonInput): ButtonState;
  notEnough(code: KeptCode): string;
  errorText(failure: Failure): string;
  successText(summary: ConversionSummary): string;
}

const inWords = ({ sourceAmount, source, targetAmount, target }: ConversionSummary) =>
  [formatDecimal(sourceAmount), source, formatDecimal(targetAmount), target] as const;

export const swapRules: ConversionRules = {
  kind: 'swap',
  typingPauseMs: 1_000,
  fillPauseMs: 300,
  renews: true,
  expired: 'Getting fresh quote automatically...',
  failureScreen: false,
  stableOnly: false,
  keepsAmount: false,
  fillsMinimum: false,
  neverHappened: NEVER_HAPPENED,
  gerund: 'Swapping',
  participle: 'swapped',
  passive: 'swapped to',
  given: 'From',
  pickerTitle: 'Select Asset to Swap',
  start: (market, asset) => startingPair(market, asset),
  sources: sourcesOf,
  subject: ({ source }) => source,
  button: swapButton,
  notEnough,
  errorText: confirmErrorText,
  successText: (summary) => swappedText(...inWords(summary)),
};

/** TRD-02. */
export const sellRules: ConversionRules = {
  kind: 'sell',
  typingPauseMs: 500,
  fillPauseMs: 0,
  renews: false,
  expired: QUOTE_EXPIRED,
  failureScreen: true,
  stableOnly: true,
  keepsAmount: true,
  fillsMinimum: true,
  neverHappened: NEVER_SOLD,
  gerund: 'Selling',
  participle: 'sold',
  passive: 'sold for',
  given: 'Sold',
  pickerTitle: 'Select Asset to Sell',
  start: (market, asset) => startingPair(market, asset, true),
  // Assets are sold for a stable coin; exchanging one stable coin for another is a swap.
  sources: (target, market) => sourcesOf(target, market).filter(({ stable }) => !stable),
  subject: ({ source }) => source,
  button: sellButton,
  notEnough: (code) => `Not enough ${keptOf(code).name} to sell`,
  errorText: sellErrorText,
  successText: (summary) => soldText(...inWords(summary)),
};

/** BANK-04: buying with cash, at a quote, without the card fee. */
export const cashRules: ConversionRules = {
  kind: 'cash',
  typingPauseMs: 500,
  fillPauseMs: 0,
  renews: true,
  expired: 'Getting fresh quote automatically...',
  failureScreen: false,
  stableOnly: false,
  keepsAmount: true,
  fillsMinimum: true,
  neverHappened: NEVER_BOUGHT,
  gerund: 'Buying',
  participle: 'bought',
  passive: 'paid for',
  given: 'Paid',
  pickerTitle: 'Pay with',
  start: (market, asset) => cashPair(market, asset) ?? startingPair(market),
  sources: (_target, market) => [findCash(market)].filter((cash) => cash !== undefined),
  subject: ({ target }) => target,
  button: cashButton,
  notEnough: notEnoughCash,
  errorText: cashErrorText,
  successText: (summary) => boughtText(...inWords(summary)),
};
