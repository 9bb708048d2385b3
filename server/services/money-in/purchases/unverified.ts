import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { formatUnits, parseUnits, pow10 } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { UNVERIFIED_DAYS } from '#server/policy.ts';
import { isRefused } from '#server/refusal/refused.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { currencyPrice } from '#server/services/exchange/offers/currency-price.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { exchanged } from './exchanged.ts';

type Customer = Pick<UserRow, 'id' | 'currency_code'>;

/** Payments that are still open count, because they may be paid. */
const boughtQuery = (clock: Clock, reader: Reader, userId: string) =>
  reader
    .selectFrom('purchases')
    .select(['amount', 'currency', 'usdc_rate'])
    .where('user_id', '=', userId)
    .where('created_at', '>', clock.sqlIn(-UNVERIFIED_DAYS * 24 * 3600))
    .where('status', 'in', ['success', 'pending', 'unknown']);

type Bought = Awaited<ReturnType<ReturnType<typeof boughtQuery>['execute']>>;

/** What a customer without an approved identity check may buy within the period, in cents of their currency. */
export interface Unverified {
  readonly total: bigint;
  readonly left: bigint;
}

/** `home`: the price of one USDC in the customer's currency, by which what was paid in another one counts. */
function leftAfter(
  { unverifiedTotal }: Deps['config'],
  purchases: Bought,
  market: string,
  home: string,
): Unverified {
  const bought = purchases.reduce((sum, { amount, currency, usdc_rate: rate }) => {
    const cents = parseUnits(amount, FIAT_SCALE) ?? 0n;
    return sum + (currency === market ? cents : exchanged(cents, rate, home));
  }, 0n);
  const total = BigInt(unverifiedTotal) * pow10(FIAT_SCALE);
  return { total, left: total > bought ? total - bought : 0n };
}

/** What is left of it now. */
export const unverifiedLeft = async (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reader: Reader,
  { id, currency_code: market }: Customer,
  home: string,
): Promise<Unverified> =>
  leftAfter(config, await boughtQuery(clock, reader, id).execute(), market, home);

/** As properties of the customer's check, so that it is said before a form is filled; none once it is decided, or without a price. */
export async function unverifiedProperties(
  deps: Deps,
  userId: string,
): Promise<readonly { readonly kyc_property: string; readonly kyc_value: string }[]> {
  const { db, clock, config } = deps;
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['kyc_status', 'currency_code'])
    .select(jsonArrayFrom(boughtQuery(clock, db, userId)).as('bought'))
    .executeTakeFirst();
  if (!user || user.kyc_status === 'approved' || user.kyc_status === 'rejected') return [];
  const { currency_code: market, bought } = user;
  const home = await currencyPrice(deps, 'USDC', market);
  if (isRefused(home)) return [];
  const { total, left } = leftAfter(config, bought, market, home.ask);
  return [
    { kyc_property: 'purchases_total', kyc_value: formatUnits(total, FIAT_SCALE) },
    { kyc_property: 'purchases_left', kyc_value: formatUnits(left, FIAT_SCALE) },
    { kyc_property: 'purchases_days', kyc_value: String(UNVERIFIED_DAYS) },
  ];
}
