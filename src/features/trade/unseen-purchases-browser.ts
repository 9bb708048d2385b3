import {
  getPurchases,
  initTransaction,
  insertTransaction,
  seePurchase,
} from '#core/contract/payment.ts';
import { ok } from '#core/failure.ts';
import { call } from '#transport/call.ts';
import { openIntents } from '#transport/intents.ts';
import { forgetful } from '#transport/scope.ts';
import { createUnseenPurchases } from './unseen-purchases.ts';

const lostAnswers = (): boolean =>
  [initTransaction, insertTransaction].some(({ path }) => openIntents(path).length > 0);

/** Loaded only if a purchase is open: few customers have one. */
const writes = () => import('./purchase-writes.ts').catch(() => undefined);

/** The unseen purchases of this tab's customer. */
export const unseenPurchases = forgetful(
  createUnseenPurchases({
    async purchases() {
      const outcome = await call(getPurchases, {});
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    async settleIntents() {
      if (lostAnswers()) await (await writes())?.settleIntents();
    },
    record: async (purchase) => (await writes())?.record(purchase),
    async see(id) {
      await call(seePurchase, { transaction_id: id });
    },
  }),
);
