import type { PaymentRoute } from '#core/contract/money/funds.ts';

/** The networks on which this currency can be sent. */
export const networksOf = (
  routes: readonly PaymentRoute[],
  currency: string,
): readonly PaymentRoute[] =>
  routes.filter(({ currency_id, is_active }) => currency_id === currency && is_active === 'on');

/** Why no network can be chosen for the currency; undefined if one can. */
export function withoutNetwork(
  routes: readonly PaymentRoute[],
  currency: string,
): string | undefined {
  if (currency === '' || networksOf(routes, currency).length > 0) return undefined;
  return routes.length === 0
    ? 'The networks could not be loaded. Close this and open it again.'
    : 'None is available right now';
}
