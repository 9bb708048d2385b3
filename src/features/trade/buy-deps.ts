import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { KycStatus } from '#core/contract/identity.ts';
import type { initTransaction, insertTransaction } from '#core/contract/payment.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { Sendable } from '#transport/settle.ts';
import type { OpenPayment, Payment } from './buy-state.ts';
import type { Order, RecordRequest } from './order.ts';

export type Opened = AnswerOf<typeof initTransaction>;
export type Recorded = AnswerOf<typeof insertTransaction>;

/** `spreadBps`: in basis points, where the server says. */
export interface UnitPrice {
  readonly ask: string;
  readonly spreadBps: number | undefined;
}

/** Everything a purchase needs from the world. The browser's is in browser.ts. */
export interface BuyDeps {
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Whether a fresh price would be seen and could be fetched. */
  attended(): boolean;
  /** What a unit costs in a currency, and the spread that is part of it. */
  price(asset: string, currency: string): Promise<Outcome<UnitPrice>>;
  /** Whether the customer's profile has what a purchase needs (BUY-03). */
  profileComplete(): boolean;
  /** Undefined where there was no answer. */
  kyc(): Promise<KycStatus | undefined>;
  /** Whether the payment form is the sandbox's (D30); undefined where nobody can say. */
  testForm(): Promise<boolean | undefined>;
  /** The page's origin, where the payment page sends the customer back to. */
  origin(): string;
  device(): 'mobile' | 'desktop';
  checkout(order: Order): Sendable<RequestOf<typeof initTransaction>, Opened>;
  record(order: Order): Sendable<RecordRequest, Recorded>;
  /** Tells the server that the customer has seen how a purchase ended. */
  seen(id: string): void;
  /** A payment of this page was left before it was settled: it is told about elsewhere too. */
  unsettled(order: Order, payment: Payment): void;
  /** All that are known to be open, of other pages and devices too. */
  openPayments(): readonly OpenPayment[];
  now(): number;
  failureText(failure: Failure, fallback: string): string;
  /** A rejected identity check, as a toast of its own (BUY-04). */
  rejected(): void;
  announce(kind: 'success' | 'error', text: string): void;
  refreshBalances(): void;
  /** Keeps updates from reloading the page; the answer lets go (PWA-06). */
  hold(): () => void;
  /** Leaves the page for the payment page. */
  go(url: string): void;
}
