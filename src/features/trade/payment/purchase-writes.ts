import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import {
  initTransaction,
  insertTransaction,
  type UnseenPurchase,
} from '#core/contract/money/payment.ts';
import { type Order, orderOf, recordRequest } from '#features/trade/order.ts';
import { askOutcome, sendable } from '#transport/calls/once.ts';
import { newIntent, openIntents } from '#transport/customer/intents.ts';

const intentTo = <E extends AnyEndpoint>(endpoint: E, order: Order) =>
  sendable(newIntent(endpoint.path, { ...order }), endpoint);

/** An intent to open a payment page. */
export const checkoutIntent = (order: Order) => intentTo(initTransaction, order);

/** An intent to have the server ask the provider how a payment ended, and record it (BUY-06). */
export const recordIntent = (order: Order) => intentTo(insertTransaction, order);

/** Asks what became of purchases whose answers were lost; their intents are closed by it. */
export async function settleIntents(): Promise<void> {
  for (const endpoint of [initTransaction, insertTransaction]) {
    for (const intent of openIntents(endpoint.path)) await askOutcome(intent, endpoint);
  }
}

/** Has an open purchase recorded; undefined if there was no answer. */
export async function record(
  purchase: UnseenPurchase,
): Promise<UnseenPurchase['status'] | undefined> {
  const order = orderOf(purchase);
  const request = recordRequest(order, purchase.transaction_id, 'later', 'unknown');
  const sent = await recordIntent(order).send(request);
  return sent.kind === 'done' ? sent.value.data.status : undefined;
}
