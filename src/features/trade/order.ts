import type { RequestOf } from '#core/contract/endpoint.ts';
import type { insertTransaction, UnseenPurchase } from '#core/contract/money/payment.ts';

/** The amounts of one purchase, as decimal strings: kept with its intent and shown at the end. */
export interface Order {
  readonly crypto: string;
  readonly asset: string;
  /** What the card is charged, fee included. */
  readonly total: string;
  readonly currency: string;
  readonly usdc: string;
  /** The price of one unit, and the spread included in it in basis points; absent if it was not kept. */
  readonly price?: string;
  readonly spread?: string;
  /**
   * The amount shown at first, if the purchase was made at a later price and so bought another amount
   * (HARD-14).
   */
  readonly agreed?: string;
}

export type RecordRequest = RequestOf<typeof insertTransaction>;

export const orderOf = (purchase: UnseenPurchase): Order => ({
  crypto: purchase.crypto_value,
  asset: purchase.crypto_currency,
  total: purchase.amount,
  currency: purchase.currency,
  usdc: purchase.usdc,
  ...(purchase.price !== undefined && { price: purchase.price }),
  ...(purchase.spread_bps !== undefined && { spread: String(purchase.spread_bps) }),
});

/** An order in the words of the payment endpoints. */
export const amountsOf = ({ crypto, asset, total, currency, usdc }: Order) => ({
  amount: total,
  currency,
  crypto_value: crypto,
  crypto_currency: asset,
  usdc,
});

/**
 * The request that asks how a payment ended. `hint` is what the payment page reported; the server does not
 * trust it and asks the provider.
 */
export const recordRequest = (
  order: Order,
  id: string,
  device: string,
  hint: RecordRequest['status'],
): RecordRequest => ({
  ...amountsOf(order),
  transaction_id: id,
  device_type: device,
  status: hint,
});
