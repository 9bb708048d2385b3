import { initTransaction, insertTransaction } from '#core/contract/payment.ts';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { newIntent } from '#transport/intents.ts';
import { askOutcome, perform } from '#transport/once.ts';
import { openIntents } from '#transport/open-intents.ts';

/** Asks what became of purchases whose answers were lost; their intents are closed by it. */
export async function settleIntents(): Promise<void> {
  for (const endpoint of [initTransaction, insertTransaction]) {
    for (const intent of openIntents(endpoint.path)) await askOutcome(intent, endpoint);
  }
}

/** Has the server ask the provider about an open purchase; undefined where nobody can say. */
export async function record(
  purchase: UnseenPurchase,
): Promise<UnseenPurchase['status'] | undefined> {
  const { transaction_id, amount, currency, crypto_value, crypto_currency, usdc } = purchase;
  const what = { transaction_id, amount, currency, crypto_value, crypto_currency, usdc };
  const intent = newIntent(insertTransaction.path, what);
  const request = { ...what, device_type: 'later', status: 'unknown' } as const;
  const sent = await perform(intent, insertTransaction, request);
  return sent.kind === 'done' ? sent.value.data.status : undefined;
}
