import {
  getPurchases,
  initTransaction,
  insertTransaction,
  seePurchase,
} from '#core/contract/money/payment.ts';
import { ok } from '#core/failure.ts';
import { deviceStorage } from '#platform/kept/storage.ts';
import { call } from '#transport/calls/call.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { forgetful, scope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { createUnseenPurchases, isOpen } from './unseen-purchases.ts';

/** The number of the customer who has a card payment that may still be charged. */
const OPEN_KEY = 'kopa-open-payment';

const lostAnswers = (): boolean =>
  [initTransaction, insertTransaction].some(({ path }) => openIntents(path).length > 0);

/** Loaded only if a purchase is open: few customers have one. */
const writes = () => scope().only(import('./purchase-writes.ts').catch(() => undefined));

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
    remember(open) {
      const id = session.user?.id;
      if (open && id !== undefined) deviceStorage.set(OPEN_KEY, id);
      else deviceStorage.remove(OPEN_KEY);
    },
  }),
);

/** Whether a payment of this customer was open when this device heard of it last. */
export const wasOpen = (): boolean =>
  unseenPurchases.state.items.some(isOpen) ||
  (session.user !== null && deviceStorage.get(OPEN_KEY) === session.user.id);
