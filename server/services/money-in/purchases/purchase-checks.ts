import { type Asset, fiatCodes, findAsset } from '#core/money/currencies.ts';
import { formatUnits, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import { isProfileComplete, limitProblem, withinLimits } from '#core/money/purchase.ts';
import { KYC_THRESHOLD_CENTS } from '#core/money/purchase-approval.ts';
import { rejectedText } from '#core/people/verification-texts.ts';
import { VALID_AMOUNT } from '#core/words/amounts.ts';
import { COMPLETE_PROFILE } from '#core/words/purchase.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { currencyPrice } from '#server/services/exchange/offers/currency-price.ts';
import { isOffered } from '#server/services/exchange/offers/instruments.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { exchanged } from './exchanged.ts';
import { isFairTotal } from './purchase-price.ts';
import { unverifiedLeft } from './unverified.ts';

export interface PurchaseRequest {
  readonly amount: string;
  readonly currency: string;
  readonly crypto_value: string;
  readonly crypto_currency: string;
  readonly price?: string | undefined;
}

export interface CheckedPurchase {
  readonly asset: Asset;
  readonly units: bigint;
  /** The price of one USDC in the paid currency. */
  readonly usdcRate: string;
  /** The price of one unit, as the customer saw it. */
  readonly price: string;
  /** The spread included in the price, in basis points. */
  readonly spreadBps: number;
  readonly sized: Sized;
}

/** More than any card pays, in any currency. */
const MOST_READ_CENTS = pow10(11);

const wrongAmount = () => refuse('INVALID_INPUT', VALID_AMOUNT);

/** BUY-03: whether the customer's profile allows a purchase. */
function checkProfile(user: UserRow): Refused | undefined {
  return isProfileComplete(user) ? undefined : refuse('PROFILE_INCOMPLETE', COMPLETE_PROFILE);
}

/** What a purchase is in the customer's own currency, and the price of one USDC there. */
export interface Sized {
  readonly cents: bigint;
  readonly home: string;
}

/**
 * Whether the customer may buy for this much of their market currency: whoever was rejected buys nothing, and whoever
 * is not approved so much at once (BUY-04) and so much within a period (SPEC-05). Called under the account's lock.
 */
export async function checkApproved(
  deps: Pick<Deps, 'clock' | 'config'>,
  reader: Reader,
  user: Pick<UserRow, 'id' | 'currency_code' | 'kyc_status'>,
  { cents, home }: Sized,
): Promise<Refused | undefined> {
  if (user.kyc_status === 'approved') return undefined;
  if (user.kyc_status === 'rejected') {
    return refuse('VERIFICATION_REQUIRED', rejectedText, { rejected: true });
  }
  const isSmall = cents <= KYC_THRESHOLD_CENTS;
  if (isSmall && cents <= (await unverifiedLeft(deps, reader, user, home)).left) return undefined;
  return refuse('VERIFICATION_REQUIRED', 'Secure your account');
}

/**
 * Checks that the charge is exactly the price of what is bought plus the fee: the page decides neither
 * number. A price that has just moved a little is accepted.
 */
export async function checkPurchase(
  deps: Deps,
  user: UserRow,
  request: PurchaseRequest,
): Promise<CheckedPurchase | Refused> {
  const asset = findAsset(request.crypto_currency);
  if (!asset || !isOffered(asset.code, user.currency_code)) {
    return refuse('PAIR_UNAVAILABLE', `${request.crypto_currency} cannot be bought.`);
  }
  const currency = fiatCodes.find((code) => code === request.currency);
  if (!currency || (currency !== user.currency_code && currency !== 'USD')) {
    return refuse('PAIR_UNAVAILABLE', `You cannot pay in ${request.currency}.`);
  }
  const units = parseUnits(request.crypto_value, asset.scale);
  const cents = parseUnits(request.amount, 2);
  if (!units || !cents || units > MOST_UNITS || cents > MOST_READ_CENTS) return wrongAmount();
  const refused = checkProfile(user);
  if (refused) return refused;
  const price = await currencyPrice(deps, asset.code, currency);
  const usdc = await currencyPrice(deps, 'USDC', currency);
  const home = await currencyPrice(deps, 'USDC', user.currency_code);
  if (isRefused(price)) return price;
  if (isRefused(usdc)) return usdc;
  if (isRefused(home)) return home;
  // If another currency is paid, limits and threshold are still those of the customer's own.
  const own = currency === user.currency_code ? cents : exchanged(cents, usdc.ask, home.ask);
  if (!withinLimits(own)) return refuse('INVALID_INPUT', limitProblem(user.currency_code));
  const sized = { cents: own, home: home.ask };
  const unapproved = await checkApproved(deps, deps.db, user, sized);
  if (unapproved) return unapproved;
  const ask = parsePrice(price.ask);
  if (!ask) return unavailable();
  if (!isFairTotal({ cents, units, ask, scale: asset.scale })) {
    return refuse('INVALID_INPUT', 'The price has changed. Please try again.');
  }
  const seen = request.price === undefined ? undefined : parsePrice(request.price);
  // A price that is only recorded is believed if the amounts fit it as well.
  const isTheirs = seen && isFairTotal({ cents, units, ask: seen, scale: asset.scale });
  return {
    asset,
    units,
    usdcRate: usdc.ask,
    price: isTheirs ? formatUnits(seen, PRICE_SCALE) : price.ask,
    spreadBps: price.sideBps,
    sized,
  };
}
