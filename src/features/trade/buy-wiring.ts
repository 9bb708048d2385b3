import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { fail, ok } from '#core/failure.ts';
import { isProfileComplete } from '#core/money/purchase.ts';
import { rejectedText } from '#core/people/verification-texts.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { holdFlow } from '#platform/page/flow-lock.ts';
import { isAttended } from '#platform/page/on-return.ts';
import { after } from '#platform/time/after.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { loadKyc } from '#transport/session/kyc.ts';
import { endsWithScope } from '#transport/session/scope.ts';
import { PAYING_KEY, session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { BuyDeps } from './buy-deps.ts';
import { amountsOf } from './order.ts';
import { checkoutIntent, recordIntent } from './payment/purchase-writes.ts';
import { unseenPurchases } from './payment/unseen-purchases-wiring.ts';

const MOBILE = '(max-width: 767px)';
const VERIFICATION_TOAST_MS = 5_000;

/** The machine's dependencies in a browser. */
export const buyDeps = (): BuyDeps => ({
  after,
  attended: isAttended,
  async price(asset, currency) {
    const request = { base_currency: asset, quote_currency: currency };
    const outcome = await call(getCurrencyPrice, request);
    if (!outcome.ok) return outcome;
    const [price] = outcome.value.data;
    return price === undefined
      ? fail({ kind: 'unreadable', status: 200, reason: 'format' })
      : ok({
          ask: price.ask,
          spreadBps: price.spread_bps,
          ...(price.usd !== undefined &&
            price.rate !== undefined && { madeFrom: { usd: price.usd, rate: price.rate } }),
        });
  },
  profileComplete() {
    const { user } = session;
    return user !== null && isProfileComplete(user);
  },
  kyc: loadKyc,
  testForm: unseenPurchases.testForm,
  origin: () => location.origin,
  device: () => (matchMedia(MOBILE).matches ? 'mobile' : 'desktop'),
  checkout: checkoutIntent,
  record: recordIntent,
  seen: unseenPurchases.dismiss,
  unsettled(order, { id }) {
    const created_at = new Date(serverNow()).toISOString();
    unseenPurchases.add({ ...amountsOf(order), transaction_id: id, status: 'pending', created_at });
  },
  ended: unseenPurchases.ended,
  openPayments: unseenPurchases.openPayments,
  now: serverNow,
  failureText,
  rejected: () => {
    toast.error(rejectedText, {
      title: 'Verification Required',
      duration: VERIFICATION_TOAST_MS,
    });
  },
  announce: (kind, text) => void toast[kind](text),
  refreshBalances: () =>
    void readThrough('wallet', getWalletList, { quoteCurrencyId: 'USD' }, () => undefined),
  hold: () => endsWithScope(holdFlow('payment')),
  go: (url) => {
    visitStorage.set(PAYING_KEY, 'yes');
    location.assign(url);
  },
});
