import { randomUUID } from 'node:crypto';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { initTransaction } from '#core/contract/payment.ts';
import type { Deps } from '#server/deps.ts';
import { earlierAnswer, type Intent, once } from '#server/platform/once.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { malformed, notFound, unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { findUser } from '#server/services/users/users.ts';
import { checkPurchase, checkReturnUrls } from './purchase-checks.ts';

/** By then a page that is still open has asked for itself. */
const FIRST_CHECK_SECONDS = 20;

/**
 * How long a price is kept for a customer who is paying. If it were longer, somebody could begin an
 * order in every asset and pay only those whose price has risen since.
 */
const PAYABLE_MINUTES = 15;

type Answer = AnswerOf<typeof initTransaction>;
type Request = ParsedRequestOf<typeof initTransaction>;

/**
 * Opens a hosted payment page for a purchase at a price this server agrees with (BUY-05). `origin`:
 * where the page says it is, for its return addresses.
 */
export async function openPurchase(
  deps: Deps,
  intent: Intent & { readonly request: Request },
  origin: string | undefined,
): Promise<Answer | Refused> {
  const { userId, request } = intent;
  const before = await earlierAnswer<Answer>(deps.db, intent);
  if (before) return before;
  const limited = await limit(deps, {
    key: `checkout:${userId}`,
    attempts: 30,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const urls = {
    success: request.success_url,
    decline: request.decline_url,
    fail: request.fail_url,
    cancel: request.cancel_url,
  };
  if (!checkReturnUrls(urls, origin)) return malformed();
  if (request.payment_test_env !== deps.parties.payment.sandbox) {
    return refuse('INVALID_INPUT', 'Payment system not ready. Please refresh the page.');
  }
  const user = await findUser(deps.db, userId);
  if (!user) return notFound();
  const checked = await checkPurchase(deps, user, request);
  if (isRefused(checked)) return checked;
  const id = randomUUID();
  const { amount, currency } = request;
  const description = `${request.crypto_value} ${checked.asset.code}`;
  // Before the transaction: the provider may be slow. A checkout nobody is sent to is harmless.
  const opened = await deps.parties.payment.open({
    trackingId: id,
    amount,
    currency,
    description,
    urls,
    expiresAt: new Date(deps.clock.now() + PAYABLE_MINUTES * 60_000),
    noticeUrl: new URL('/webhooks/payment', deps.config.publicUrl).href,
  });
  if (!opened) return unavailable();
  return once(deps, intent, async (tx) => {
    // Locked against a deletion at the same moment: what is paid must have an owner.
    const buyer = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!buyer) return notFound();
    await tx
      .insertInto('purchases')
      .values({
        id,
        user_id: userId,
        amount,
        currency,
        crypto_units: String(checked.units),
        crypto_currency: checked.asset.code,
        usdc: request.usdc,
        usdc_rate: checked.usdcRate,
        token: opened.token,
        status: 'pending',
        created_at: deps.clock.sql,
        recorded_at: null,
        next_check_at: deps.clock.sqlIn(FIRST_CHECK_SECONDS),
      })
      .execute();
    const checkout = { token: opened.token, redirect_url: opened.redirectUrl };
    return { status: 'success' as const, data: { tracking_id: id, checkout } };
  });
}
