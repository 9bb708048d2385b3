import type { purchaseStatuses } from '#core/contract/money/payment.ts';
import type { Notice } from '#server/adapters/party/notice.ts';

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** Where the hosted page returns the customer to: paths of ours, never another site's. */
export interface ReturnUrls {
  readonly success: string;
  readonly decline: string;
  readonly fail: string;
  readonly cancel: string;
}

export interface Checkout {
  /** Our id of the purchase, which the provider quotes. */
  readonly trackingId: string;
  /** The amount charged to the card, with at most two decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly urls: ReturnUrls;
  /** The payment is possible until then, since the price is not the market's any longer. */
  readonly expiresAt: Date;
  /** The address for the provider's notices. */
  readonly noticeUrl: string;
}

export interface OpenedCheckout {
  readonly token: string;
  readonly redirectUrl: string;
}

/** The provider's state of a checkout. */
export interface Heard {
  /** `pending` until the customer has finished. */
  readonly status: PurchaseStatus | 'pending';
  /** The time of the payment, if the provider tells it. */
  readonly paidAt?: Date;
  /** With `cancelled`: nobody paid in time. */
  readonly expired?: boolean;
  /** With `success`: the name on the card, where the provider gives it. */
  readonly holder?: string;
  /** With `success`: it was given back since. */
  readonly refunded?: boolean;
  /** With `success`: the provider has an order to give it back, and has not decided it. */
  readonly refundOpen?: boolean;
}

/**
 * What a card's bank wants of a payment. `asked`: it asks for papers, and no money has moved. `taken`: it has taken the
 * money back. `lost`: so it stays. `won`, `withdrawn`: the money is ours again, or was never taken.
 */
export type DisputeState = 'asked' | 'taken' | 'lost' | 'won' | 'withdrawn';

/** A dispute of a payment, as the provider has it now (HARD-93). A payment may have several, each about a part. */
export interface Dispute {
  /** The provider's id of it. */
  readonly id: string;
  readonly state: DisputeState;
  readonly cents: bigint;
  readonly currency: string;
  /** In the provider's words; empty if it gives none. */
  readonly reason: string;
  readonly saidAt?: Date;
  /** Until when it takes evidence. */
  readonly respondBy?: Date;
}

/** A payment that was made, given back, or disputed. */
export interface CardMovement {
  /** Our id of the purchase. */
  readonly trackingId: string;
  readonly kind: 'paid' | 'refunded' | 'disputed';
  /** In minor units, and the currency, where the provider says so. */
  readonly units?: bigint;
  readonly currency?: string;
}

/** One transaction of a day's settlement. `taken`, `given`: by a charge-back, and after it. */
export interface SettledLine {
  /** The provider's id of it. */
  readonly id: string;
  /** Our id of the purchase; empty: the provider names none. */
  readonly trackingId: string;
  readonly kind: 'paid' | 'refunded' | 'taken' | 'given';
  readonly cents: bigint;
  readonly currency: string;
}

/** One page of the provider's list of what was paid and given back. */
export interface CardPage {
  readonly movements: readonly CardMovement[];
  /** The cursor of the next page. */
  readonly cursor: string;
  /** Whether there are more pages now. */
  readonly more: boolean;
}

/**
 * What a provider says of a refund. `refused`: it will not do it; `open`: it has taken the order and not decided it, and
 * is asked about it by its own id. Undefined: nobody knows.
 */
export type Refunding = 'refunded' | 'refused' | { readonly open: string };

/** The gateway of card payments, with a hosted page. Undefined: unavailable now. */
export interface PaymentGateway {
  /** True exactly when no real card is charged (D30). */
  readonly sandbox: boolean;
  open(checkout: Checkout): Promise<OpenedCheckout | undefined>;
  /** The state of a payment, the only source of truth. */
  outcome(token: string): Promise<Heard | undefined>;
  /** Ends an unpaid checkout if the provider can. A payment made all the same is found by `outcome`. */
  close(token: string): Promise<void>;
  /**
   * What was paid, given back and disputed since a cursor, oldest first, no matter who did it; the empty cursor is a year
   * ago. What is listed may be listed again. A gateway without this method is not compared; undefined: no answer.
   */
  list?(cursor: string): Promise<CardPage | undefined>;
  /**
   * All disputes of a purchase's payment as they are now, however they came about, so that notices may be lost, late,
   * repeated or out of order. Undefined: no answer.
   */
  disputes(trackingId: string): Promise<readonly Dispute[] | undefined>;
  /**
   * What was settled on a day (2026-01-31), which is over. A gateway without this method is not compared; undefined: no
   * answer yet.
   */
  settlement?(day: string): Promise<readonly SettledLine[] | undefined>;
  /**
   * Refunds the whole payment, once however often it is called. `open`: the provider's id of the refund that was ordered
   * and that it had not decided; empty: there is none.
   */
  refund(token: string, open: string): Promise<Refunding | undefined>;
  /** The purchase, by our tracking id, that a notice is about. */
  purchaseOfNotice(body: Uint8Array, header: (name: string) => string | undefined): Promise<Notice>;
}
