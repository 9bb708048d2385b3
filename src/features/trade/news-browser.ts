import { subscribe } from 'valtio/vanilla';
import {
  getPurchases,
  initTransaction,
  insertTransaction,
  seePurchase,
  type UnseenPurchase,
} from '#core/contract/payment.ts';
import { ok } from '#core/failure.ts';
import { call } from '#transport/call.ts';
import { newIntent, openIntents } from '#transport/intents.ts';
import { askOutcome, perform } from '#transport/once.ts';
import { session } from '#transport/session.ts';
import { createNews } from './news.ts';

async function record(purchase: UnseenPurchase): Promise<UnseenPurchase['status'] | undefined> {
  const { transaction_id, amount, currency, crypto_value, crypto_currency, usdc } = purchase;
  const what = { transaction_id, amount, currency, crypto_value, crypto_currency, usdc };
  const intent = newIntent(insertTransaction.path, what);
  const request = { ...what, device_type: 'later', status: 'unknown' } as const;
  const sent = await perform(intent, insertTransaction, request);
  return sent.kind === 'done' ? sent.value.data.status : undefined;
}

/** The news of this tab's customer. */
export const news = createNews({
  userId: () => session.user?.id,
  async purchases() {
    const outcome = await call(getPurchases, {});
    return outcome.ok ? ok(outcome.value.data) : outcome;
  },
  async settleIntents() {
    for (const endpoint of [initTransaction, insertTransaction]) {
      for (const intent of openIntents(endpoint.path)) await askOutcome(intent, endpoint);
    }
  },
  record,
  async see(id) {
    await call(seePurchase, { transaction_id: id });
  },
});

subscribe(session, () => {
  if (news.state.owner !== undefined && session.user?.id !== news.state.owner) news.forget();
});
