import { sql } from 'kysely';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { initTransaction } from '#core/contract/money/payment.ts';
import { PRICE_HELD_SECONDS } from '#core/money/purchase.ts';
import { PAYMENT_NOT_READY } from '#core/words/purchase.ts';
import type { ReturnUrls } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { type AccountOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { PURCHASE_PAYABLE_MINUTES } from '#server/policy.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { whySql } from '#server/services/checks/gates/why.ts';
import { gateRefusal, refusedAtGate } from '#server/services/customers/risk/limited.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import type { OpenPurchase } from './hear-purchase.ts';
import { checkApproved, checkPurchase } from './purchase-checks.ts';
import { settle } from './settle-purchases.ts';
import { isUnknownPurchase } from './unknown-purchases.ts';

/** By then, an open page has asked for itself. */
const FIRST_CHECK_SECONDS = 20;

/** It was paid, and its row was lost by a restore: a person gives it back. */
const PAID_ALREADY =
  'This purchase was paid before. We are looking into it, and your card gets the money back.';

type Answer = AnswerOf<typeof initTransaction>;
type Request = ParsedRequestOf<typeof initTransaction>;

/**
 * The server's own return addresses, whatever the caller sends: another address would lead a paying customer
 * to somebody else's page (HARD-31).
 */
const returnUrls = (publicUrl: string): ReturnUrls => ({
  success: new URL('/success', publicUrl).href,
  decline: new URL('/decline', publicUrl).href,
  fail: new URL('/fail', publicUrl).href,
  cancel: new URL('/cancel', publicUrl).href,
});

/** Opens a hosted payment page for a purchase at a price this server agrees with (BUY-05). */
export async function openPurchase(
  deps: Deps,
  operation: AccountOperation & { readonly request: Request },
): Promise<Answer | Refused> {
  const { userId, request } = operation;
  const before = await earlierAnswer<Answer>(deps.db, operation);
  if (before) return before;
  const limited = await limit(deps, {
    key: `checkout:${userId}`,
    attempts: 30,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  if (request.payment_test_env !== deps.parties.payment.sandbox) {
    return refuse('INVALID_INPUT', PAYMENT_NOT_READY);
  }
  const user = await findUser(deps.db, userId);
  if (!user) return notFound();
  const overdue = await refusedAtGate(deps, userId, 'card', [request.crypto_currency]);
  if (overdue) return overdue;
  const checked = await checkPurchase(deps, user, request);
  if (isRefused(checked)) return checked;
  // Derived, as every id by which a party tells orders apart: the same request of a device is one purchase.
  const id = derivedId('purchase', userId, operation.key);
  if (await isUnknownPurchase(deps.db, id)) return refuse('KEY_CONFLICT', PAID_ALREADY);
  const { amount, currency } = request;
  const description = `${request.crypto_value} ${checked.asset.code}`;
  // Before the transaction, because the provider may be slow. A checkout that is not used is harmless.
  const opened = await deps.parties.payment.open({
    trackingId: id,
    amount,
    currency,
    description,
    urls: returnUrls(deps.config.publicUrl),
    expiresAt: new Date(deps.clock.now() + PURCHASE_PAYABLE_MINUTES * 60_000),
    noticeUrl: new URL('/webhooks/payment', deps.config.publicUrl).href,
  });
  if (!opened) return unavailable();
  const closed: OpenPurchase[] = [];
  const answer = await runOnce(deps, operation, async (tx) => {
    // Locked against a deletion at the same moment, because a payment must have an owner, and against another
    // purchase, because only one price is guaranteed at a time.
    const buyer = await tx
      .selectFrom('users')
      .select(['id', 'currency_code', 'kyc_status'])
      .select(
        whySql(deps, {
          ...{ way: 'card', user: userId, codes: [checked.asset.code, request.currency] },
        }).as('why'),
      )
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!buyer) return notFound();
    if (buyer.why) return gateRefusal(buyer.why, [checked.asset.code]);
    const unapproved = await checkApproved(deps, tx, buyer, checked.sized);
    if (unapproved) return unapproved;
    closed.push(...(await supersede(deps, tx, userId)));
    const { price_until } = await tx
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
        price: checked.price,
        spread_bps: String(checked.spreadBps),
        token: opened.token,
        status: 'pending',
        created_at: deps.clock.sql,
        recorded_at: null,
        next_check_at: deps.clock.sqlIn(FIRST_CHECK_SECONDS),
        price_until: deps.clock.sqlIn(PRICE_HELD_SECONDS),
      })
      .returning('price_until')
      .executeTakeFirstOrThrow();
    const checkout = { token: opened.token, redirect_url: opened.redirectUrl };
    return {
      status: 'success' as const,
      data: {
        tracking_id: id,
        checkout,
        ...(price_until && { price_until: price_until.toISOString() }),
      },
    };
  });
  if (!isRefused(answer)) await Promise.all(closed.map((older) => close(deps, older)));
  return answer;
}

/**
 * Ends the guaranteed price of the customer's open purchases (HARD-14): if they are paid anyway, they buy at
 * the price of the moment. The provider is asked to close them now, and again at the next reconciliation.
 */
const supersede = (deps: Deps, tx: Tx, userId: string): Promise<OpenPurchase[]> =>
  tx
    .updateTable('purchases')
    .set({
      superseded: true,
      price_until: sql<Date>`least(price_until, ${deps.clock.sql})`,
      next_check_at: deps.clock.sql,
    })
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'unknown'])
    .where('superseded', '=', false)
    .where('price_until', 'is not', null)
    .returningAll()
    .execute();

async function close(deps: Deps, purchase: OpenPurchase): Promise<void> {
  try {
    await settle(deps, purchase);
  } catch (error) {
    deps.log.error('purchase not closed', { purchase: purchase.id }, error);
  }
}
