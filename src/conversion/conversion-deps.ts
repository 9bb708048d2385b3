import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { confirmSwap, Instrument, swapCrypto } from '#core/contract/money/swap.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { Fate, Performed, Sendable } from '#transport/calls/settle.ts';
import type { ReadBalances } from '#transport/money/balance-loader.ts';
import type { ConversionSummary } from './rules.ts';

export type QuoteAnswer = AnswerOf<typeof swapCrypto>;
export type ConfirmAnswer = AnswerOf<typeof confirmSwap>;

export type Confirmed = Performed<ConfirmAnswer>;
export type Checked = Fate<ConfirmAnswer>;

/** An intent to convert, kept on the device from before it is sent until its outcome is known. */
export interface ConversionIntent extends Sendable<RequestOf<typeof confirmSwap>, ConfirmAnswer> {
  readonly summary: ConversionSummary;
}

/** Everything the machine needs from outside. The wiring beside it provides it in a browser. */
export interface ConversionDeps {
  /** Milliseconds since the epoch by the server's clock. */
  now(): number;
  /** Milliseconds on a clock that is never set, for durations. */
  uptime(): number;
  /** Runs something once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Whether a fresh quote could be fetched and would be seen: the page is visible and online. */
  attended(): boolean;
  userId(): string | undefined;
  quote(source: string, target: string, amount: string): Promise<Outcome<QuoteAnswer>>;
  connectionText(failure: Failure): string;
  newIntent(summary: ConversionSummary): ConversionIntent;
  openIntents(): readonly ConversionIntent[];
  instruments(): Promise<Outcome<readonly Instrument[]>>;
  balances: ReadBalances;
  /** Keeps updates from reloading the page until the returned function is called (PWA-06). */
  hold(): () => void;
  /** Announces an outcome that arrives after the customer left the page. */
  announce(kind: 'success' | 'error', text: string): void;
}
