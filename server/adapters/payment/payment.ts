import type { purchaseStatuses } from '#core/contract/payment.ts';
import type { Notice } from '#server/adapters/notice.ts';

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
  /** With `success`: it was given back since. */
  readonly refunded?: boolean;
}

/** A payment that was made, or given back. */
export interface CardMovement {
  /** Our id of the purchase. */
  readonly trackingId: string;
  readonly kind: 'paid' | 'refunded';
}

/** One page of the provider's list of what was paid and given back. */
export interface CardPage {
  readonly movements: readonly CardMovement[];
  /** The cursor of the next page. */
  readonly cursor: string;
  /** Whether there are more pages now. */
  readonly more: boolean;
}

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
   * What was paid and given back since a cursor, oldest first, no matter who did it; the empty cursor is a year
   * ago. What is listed may be listed again. A gateway without this method is not compared; undefined: no answer.
   */
  list?(cursor: string): Promise<CardPage | undefined>;
  /** Refunds the whole payment, once however often it is called. */
  refund(token: string): Promise<'refunded' | undefined>;
  /** The purchase, by our tracking id, that a notice is about. */
  purchaseOfNotice(body: Uint8Array, header: (name: string) => string | undefined): Promise<Notice>;
}
