import type { Selectable } from 'kysely';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { BANK_TRANSFER } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { marketSql } from '#server/services/customers/users/users.ts';
import type { JsonRow } from '#server/store/json-row.ts';
import type { PaymentRoutes } from '#server/store/schema/parties-schema.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { isOffered } from './instruments.ts';

export type RouteRow = Selectable<PaymentRoutes>;

/**
 * Whether deposit addresses come from the sandbox: those of a former sandbox are not shown once there is a
 * custodian.
 */
export const bySandbox = (deps: Deps): boolean => deps.parties.sandboxed.has('custody');

/** Reads the routes in and out for what a market is offered (D10). */
export const routesQuery = (reader: Reader, market: string) =>
  reader
    .selectFrom('payment_routes')
    .selectAll()
    .where(
      'currency',
      'in',
      offeredAssets(market).map(({ code }) => code),
    )
    .orderBy('position');

/** A route as its customers see it; `sandbox`: its addresses come from the sandbox. */
export const routeOf = (
  row: JsonRow<ReturnType<typeof routesQuery>>,
  sandbox: boolean,
): PaymentRoute => ({
  payment_route_id: row.id,
  currency_id: row.currency,
  crypto_network_name: row.network,
  is_active: row.is_active ? 'on' : 'off',
  min_deposit: row.min_deposit,
  min_withdrawal: row.min_withdrawal,
  withdrawal_fee: row.withdrawal_fee,
  confirmations: row.confirmations,
  needs_tag: row.needs_tag,
  ...(sandbox && { sandbox }),
});

/** Whether an asset exists on this network, with an open route or not. */
export async function usesNetwork(
  reader: Reader,
  currency: string,
  network: string,
): Promise<boolean> {
  const row = await reader
    .selectFrom('payment_routes')
    .select('id')
    .where('currency', '=', currency)
    .where('network', '=', network)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the open payout route for the cash of this customer's market (D37). */
export const bankRouteQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('payment_routes')
    .selectAll()
    .where('currency', '=', marketSql(userId))
    .where('network', '=', BANK_TRANSFER)
    .where('is_active', '=', true);

export const findBankRoute = (reader: Reader, userId: string): Promise<RouteRow | undefined> =>
  bankRouteQuery(reader, userId).executeTakeFirst();

/** The route, if it is active and this customer may use it. */
export async function findRoute(
  reader: Reader,
  userId: string,
  routeId: string,
): Promise<RouteRow | undefined> {
  const row = await reader
    .selectFrom('payment_routes')
    .selectAll()
    .select(marketSql(userId).as('market'))
    .where('id', '=', routeId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row && isOffered(row.currency, row.market) ? row : undefined;
}
