import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { getPaymentRoutes } from '#core/contract/money/funds.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer, Owner } from '#server/platform/standing-session.ts';
import {
  bySandbox,
  routeOf,
  routesQuery,
} from '#server/services/exchange/offers/payment-routes.ts';
import { asksBeforeWithdrawal } from '#server/services/messages/notices/second-factor-asks.ts';
import { holdOf } from './security-hold.ts';
import { confirmedFor } from './transfer-confirmation.ts';
import { limitAfter, withdrawnSql } from './withdraw.ts';

/**
 * The routes that a customer may use, and what holds for their withdrawals now, read in one statement;
 * undefined if the account is gone.
 */
export async function readPaymentRoutes(
  deps: Deps,
  { userId, sessionId, market }: Customer & Owner,
  page: { readonly limit: number; readonly offset: number },
): Promise<Omit<AnswerOf<typeof getPaymentRoutes>, 'status'> | undefined> {
  const { db, clock } = deps;
  const routes = routesQuery(db, market).limit(page.limit).offset(page.offset);
  const read = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['withdrawals_held_until', 'withdrawals_held_for', 'withdrawals_frozen'])
    .select(['two_factor', 'is_eu', 'currency_code'])
    .select([
      jsonArrayFrom(routes).as('routes'),
      withdrawnSql(clock, userId).as('withdrawn'),
      asksBeforeWithdrawal(sessionId).as('asks'),
    ])
    .executeTakeFirst();
  return (
    read && {
      data: read.routes.map((row) => routeOf(row, bySandbox(deps))),
      withdrawalHold: holdOf(read, clock.now()),
      withdrawalLimit: limitAfter(read.withdrawn),
      twoFactor: read.two_factor,
      askSecondFactor: read.asks,
      confirmed: confirmedFor(read),
    }
  );
}
