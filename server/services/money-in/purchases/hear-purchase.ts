import type { Selectable } from 'kysely';
import { parsePrice } from '#core/money/price.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { currencyPrice } from '#server/services/exchange/offers/currency-price.ts';
import type { Purchases } from '#server/store/schema/parties-schema.ts';
import type { Outcome } from './purchases.ts';

export type OpenPurchase = Pick<
  Selectable<Purchases>,
  | 'id'
  | 'user_id'
  | 'token'
  | 'status'
  | 'currency'
  | 'crypto_currency'
  | 'price_until'
  | 'superseded'
  | 'refund_refused_at'
  | 'refund_id'
>;

/**
 * For so long after a payment, the present price is taken as the price of the payment. It covers the longest
 * pause between two questions while a price is guaranteed.
 */
const RECENT_MS = 120_000;

/** Whether the purchase was credited or refunded, so that the provider need not be asked any more. */
export const isSettled = ({ status }: Pick<OpenPurchase, 'status'>): boolean =>
  status === 'success' || status === 'refunding' || status === 'refunded';

/**
 * Asks the provider how a purchase ended, and the market for the price of a payment. Undefined if one of them
 * does not answer. Never inside a transaction, because both may be slow.
 */
export async function hear(
  deps: Deps,
  purchase: OpenPurchase,
): Promise<Outcome | 'pending' | undefined> {
  const heard = await deps.parties.payment.outcome(purchase.token);
  if (!heard || heard.status === 'pending') return heard && 'pending';
  const { status } = heard;
  if (status !== 'success') return { status, ...(heard.expired && { expired: true }) };
  // It may be about to go back, and would buy as well: nothing is decided before its provider has decided that.
  if (heard.refundOpen) return 'pending';
  // The moment that all processes share: one whose clock is behind would stretch the guaranteed price.
  const now = (await presentOf(deps)).getTime();
  if (heard.refunded)
    return { status, ...(heard.paidAt && { paidAt: heard.paidAt }), refunded: true };
  const at = Math.min(heard.paidAt?.getTime() ?? now, now);
  const paidAt = new Date(at);
  const { holder } = heard;
  const holds = purchase.price_until === null || at <= purchase.price_until.getTime();
  // Paid in time but reported late, which is not the buyer's fault: the agreed price counts.
  if (holds && now - at > RECENT_MS) return { status, paidAt, holder };
  const price = await currencyPrice(deps, purchase.crypto_currency, purchase.currency);
  const ask = isRefused(price) ? undefined : parsePrice(price.ask);
  return ask ? { status, paidAt, ask, holder } : undefined;
}
