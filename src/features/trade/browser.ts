import { getCurrencyPrice } from '#core/contract/price.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { isProfileComplete } from '#core/domain/purchase.ts';
import { rejectedText } from '#core/domain/verification-texts.ts';
import { fail, ok } from '#core/failure.ts';
import { after } from '#platform/after.ts';
import { serverNow } from '#platform/clock.ts';
import { holdFlow } from '#platform/flow-lock.ts';
import { isAttended } from '#platform/on-return.ts';
import { visitStorage } from '#platform/storage.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { loadKyc } from '#transport/kyc.ts';
import { readThrough } from '#transport/read-through.ts';
import { endsWithScope } from '#transport/scope.ts';
import { PAYING_KEY, session } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';
import type { BuyDeps } from './buy-deps.ts';
import { amountsOf } from './order.ts';
import { checkoutIntent, recordIntent } from './purchase-writes.ts';
import { unseenPurchases } from './unseen-purchases-browser.ts';

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
