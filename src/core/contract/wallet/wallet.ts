import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { currencyId, decimal, instant, signedDecimal, success } from '#core/contract/schemas.ts';

export const walletEntry = v.object({
  currency: v.object({ currency_id: v.string(), precision: v.optional(v.number(), 8) }),
  /** Available, in whole units. */
  free_balance: decimal,
  /** The available amount in USD, eight decimals; absent while no price is known. */
  free_balance_quoted: v.optional(decimal),
  /** Held for operations under way, such as a withdrawal (BEY-16). */
  hold_balance: decimal,
  /** Seen on chain, not yet confirmed (BEY-16). */
  pending_balance: decimal,
  /**
   * Market data of the server (WAL-05): USD per unit, 24 h change in percent, seven days of prices.
   * Absent without a price from the last ten minutes; the amounts are still given.
   */
  price: v.optional(decimal),
  change_24h: v.optional(signedDecimal),
  spark: v.array(decimal),
});
export type WalletEntry = v.InferOutput<typeof walletEntry>;

export const getWalletList = endpoint({
  path: '/exchange/get-wallet-list',
  access: 'user',
  effect: 'read',
  request: v.object({ quoteCurrencyId: v.optional(currencyId, 'USD') }),
  answer: v.object({
    ...success,
    data: v.array(walletEntry),
    /** The cash of the customer's market, if it has any (D37). Older servers do not send it. */
    cash: v.optional(v.array(walletEntry), []),
    /** The server's clock when balances were read; a price may be up to ten minutes older. */
    as_of: instant,
  }),
});
