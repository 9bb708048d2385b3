import { formatUnits, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { FIAT_SCALE } from '#core/domain/purchase-approval.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { currencyPrice } from '#server/services/offers/currency-price.ts';
import type { UserRow } from '#server/services/users/users.ts';
import type { Reader } from '#server/store/schema.ts';
import { exchanged } from './exchanged.ts';

/** The period within which purchases without an approved identity check count together (SPEC-05). */
const UNVERIFIED_DAYS = 30;

type Customer = Pick<UserRow, 'id' | 'currency_code'>;

/** What a customer without an approved identity check may buy within the period, in cents of their currency. */
export interface Unverified {
  readonly total: bigint;
  readonly left: bigint;
}

/**
 * What is left of it. Payments that are still open count, because they may be paid; `home`: the price of one USDC in
 * the customer's currency, by which those in another currency count.
 */
export async function unverifiedLeft(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reader: Reader,
  { id, currency_code: market }: Customer,
  home: string,
): Promise<Unverified> {
  const purchases = await reader
    .selectFrom('purchases')
    .select(['amount', 'currency', 'usdc_rate'])
    .where('user_id', '=', id)
    .where('created_at', '>', clock.sqlIn(-UNVERIFIED_DAYS * 24 * 3600))
    .where('status', 'in', ['success', 'pending', 'unknown'])
    .execute();
  const bought = purchases.reduce((sum, { amount, currency, usdc_rate: rate }) => {
    const cents = parseUnits(amount, FIAT_SCALE) ?? 0n;
    return sum + (currency === market ? cents : exchanged(cents, rate, home));
  }, 0n);
  const total = BigInt(config.unverifiedTotal) * pow10(FIAT_SCALE);
  return { total, left: total > bought ? total - bought : 0n };
}

/** As properties of the customer's check, so that it is said before a form is filled; without a price there are none. */
export async function unverifiedProperties(
  deps: Deps,
  customer: Customer,
): Promise<readonly { readonly kyc_property: string; readonly kyc_value: string }[]> {
  const home: { readonly ask: string } | Refused = await currencyPrice(
    deps,
    'USDC',
    customer.currency_code,
  );
  if (isRefused(home)) return [];
  const { total, left } = await unverifiedLeft(deps, deps.db, customer, home.ask);
  return [
    { kyc_property: 'purchases_total', kyc_value: formatUnits(total, FIAT_SCALE) },
    { kyc_property: 'purchases_left', kyc_value: formatUnits(left, FIAT_SCALE) },
    { kyc_property: 'purchases_days', kyc_value: String(UNVERIFIED_DAYS) },
  ];
}
