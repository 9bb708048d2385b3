import type { purchaseStatuses } from '#core/contract/payment.ts';
import type { Notice } from '#server/adapters/notice.ts';

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** Where the hosted page sends the customer back to. Paths of ours, never another site's. */
export interface ReturnUrls {
  readonly success: string;
  readonly decline: string;
  readonly fail: string;
  readonly cancel: string;
}

export interface Checkout {
  /** Our id of the purchase, quoted by the provider. */
  readonly trackingId: string;
  /** What the card is charged, with at most two decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly urls: ReturnUrls;
  /** Until then it can be paid: after that the price is no longer the market's. */
  readonly expiresAt: Date;
  /** Where the provider reports changes to. */
  readonly noticeUrl: string;
}

export interface OpenedCheckout {
  readonly token: string;
  readonly redirectUrl: string;
}

/** What the provider says of a checkout. */
export interface Heard {
  /** `pending` while the customer is at it. */
  readonly status: PurchaseStatus | 'pending';
  /** When it was paid, where it was and the provider says. */
  readonly paidAt?: Date;
  /** With `cancelled`: nobody paid in time. */
  readonly expired?: boolean;
}

/** The card payment party: a hosted page. Undefined: unavailable now. */
export interface PaymentGateway {
  /** True exactly when no real card is charged (D30). */
  readonly sandbox: boolean;
  open(checkout: Checkout): Promise<OpenedCheckout | undefined>;
  /** What became of a payment: the only truth there is. */
  outcome(token: string): Promise<Heard | undefined>;
  /**
   * Ends a checkout that nobody has paid, where the provider can. What is paid all the same is found by
   * `outcome`.
   */
  close(token: string): Promise<void>;
  /** Gives the whole payment back to the card, once however often it is asked for. */
  refund(token: string): Promise<'refunded' | undefined>;
  /** The purchase, by our tracking id, that a notice of the provider is about. */
  purchaseOfNotice(body: Uint8Array, header: (name: string) => string | undefined): Promise<Notice>;
}
