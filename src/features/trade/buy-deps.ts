import type { KycStatus } from '#core/contract/account/identity.ts';
import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { Sendable } from '#transport/calls/settle.ts';
import type { OpenPayment, Payment } from './buy-state.ts';
import type { Order, RecordRequest } from './order.ts';

export type Opened = AnswerOf<typeof initTransaction>;
export type Recorded = AnswerOf<typeof insertTransaction>;

/** `spreadBps`: in basis points, if the server states it. */
export interface UnitPrice {
  readonly ask: string;
  readonly spreadBps: number | undefined;
  /** What the market's price was made from: USD per unit, and units of the currency per USD. */
  readonly madeFrom?: { readonly usd: string; readonly rate: string };
}

/** Everything the buy machine needs from outside. The wiring beside it provides it in a browser. */
export interface BuyDeps {
  /** Runs something once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Whether a fresh price could be fetched and would be seen: the page is visible and online. */
  attended(): boolean;
  /** The price of one unit in a currency, and the spread that it includes. */
  price(asset: string, currency: string): Promise<Outcome<UnitPrice>>;
  /** Whether the customer's profile has what a purchase needs (BUY-03). */
  profileComplete(): boolean;
  /** Undefined if there was no answer. */
  kyc(): Promise<KycStatus | undefined>;
  /** Whether the payment form is the sandbox's (D30); undefined if the server did not answer. */
  testForm(): Promise<boolean | undefined>;
  /** The page's origin, to which the payment page sends the customer back. */
  origin(): string;
  device(): 'mobile' | 'desktop';
  checkout(order: Order): Sendable<RequestOf<typeof initTransaction>, Opened>;
  record(order: Order): Sendable<RecordRequest, Recorded>;
  /** Tells the server that the customer has seen how a purchase ended. */
  seen(id: string): void;
  /** The page has a payment that is not settled yet: other pages must show it, too. */
  unsettled(order: Order, payment: Payment): void;
  /** Whether this payment has ended, in whatever tab or device; undefined if there was no answer. */
  ended(id: string): Promise<boolean | undefined>;
  /** Payments that may still be charged, of other tabs and devices too. */
  openPayments(): readonly OpenPayment[];
  now(): number;
  failureText(failure: Failure, fallback: string): string;
  /** Announces that the identity check was rejected (BUY-04). */
  rejected(): void;
  announce(kind: 'success' | 'error', text: string): void;
  refreshBalances(): void;
  /** Keeps updates from reloading the page until the returned function is called (PWA-06). */
  hold(): () => void;
  /** Leaves the page for the payment page. */
  go(url: string): void;
}
