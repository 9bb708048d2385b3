import { type AssetCode, assetOf } from '#core/domain/currencies.ts';
import { formatDecimal } from '#core/domain/format.ts';
import {
  NEVER_SOLD,
  QUOTE_EXPIRED,
  sellButton,
  sellErrorText,
  soldText,
} from '#core/domain/sell.ts';
import type { ButtonInput, ButtonState } from '#core/domain/swap-form.ts';
import { notEnough, swapButton } from '#core/domain/swap-form.ts';
import { confirmErrorText, NEVER_HAPPENED, swappedText } from '#core/domain/swap-texts.ts';
import type { Failure } from '#core/failure.ts';

/** Amounts and assets of one conversion, as kept with its intent and shown when it is done. */
export interface ConversionSummary {
  readonly source: string;
  readonly sourceAmount: string;
  readonly target: string;
  readonly targetAmount: string;
}

/** What distinguishes a swap from a sale: pauses, words, and what happens when a quote expires. */
export interface ConversionRules {
  readonly kind: 'swap' | 'sell';
  readonly typingPauseMs: number;
  readonly fillPauseMs: number;
  /** An expired quote is replaced automatically after this pause; if undefined, on request only. */
  readonly renewPauseMs: number | undefined;
  /** Shown when a quote has expired. */
  readonly expired: string;
  /** A failure gets its own screen instead of a message in the form. */
  readonly failureScreen: boolean;
  /** Only stable coins can be received. */
  readonly stableOnly: boolean;
  /** Changing the target keeps the amount and requests a new quote. */
  readonly keepsAmount: boolean;
  /** On phones, buttons fill in the minimum (Min) and the whole balance (Max). */
  readonly fillsMinimum: boolean;
  readonly neverHappened: string;
  /** The activity as a noun: “Swapping needs a connection”. */
  readonly gerund: 'Swapping' | 'Selling';
  readonly participle: 'swapped' | 'sold';
  readonly pickerTitle: string;
  button(input: ButtonInput): ButtonState;
  notEnough(code: AssetCode): string;
  errorText(failure: Failure): string;
  successText(summary: ConversionSummary): string;
}

const inWords = ({ sourceAmount, source, targetAmount, target }: ConversionSummary) =>
  [formatDecimal(sourceAmount), source, formatDecimal(targetAmount), target] as const;

export const swapRules: ConversionRules = {
  kind: 'swap',
  typingPauseMs: 1_000,
  fillPauseMs: 300,
  renewPauseMs: 1_000,
  expired: 'Getting fresh quote automatically...',
  failureScreen: false,
  stableOnly: false,
  keepsAmount: false,
  fillsMinimum: false,
  neverHappened: NEVER_HAPPENED,
  gerund: 'Swapping',
  participle: 'swapped',
  pickerTitle: 'Select Asset to Swap',
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
  renewPauseMs: undefined,
  expired: QUOTE_EXPIRED,
  failureScreen: true,
  stableOnly: true,
  keepsAmount: true,
  fillsMinimum: true,
  neverHappened: NEVER_SOLD,
  gerund: 'Selling',
  participle: 'sold',
  pickerTitle: 'Select Asset to Sell',
  button: sellButton,
  notEnough: (code) => `Not enough ${assetOf(code).name} to sell`,
  errorText: sellErrorText,
  successText: (summary) => soldText(...inWords(summary)),
};
