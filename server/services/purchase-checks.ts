import { type Asset, fiatCodes, findAsset } from '#core/domain/currencies.ts';
import { mulDivUp, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/domain/price.ts';
import { matchRoute } from '#core/routes.ts';
import type { ReturnUrls } from '#server/adapters/payment/payment.ts';
import { unavailable } from '#server/api/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/api/refused.ts';
import type { Deps } from '#server/deps.ts';
import { currencyPrice } from './currency-price.ts';
import { isOffered } from './instruments.ts';
import type { UserRow } from './users.ts';

export interface PurchaseRequest {
  readonly amount: string;
  readonly currency: string;
  readonly crypto_value: string;
  readonly crypto_currency: string;
}

export interface CheckedPurchase {
  readonly asset: Asset;
  readonly units: bigint;
  /** What one USDC costs in the currency paid. */
  readonly usdcRate: string;
}

/** Buys above this much of the market currency need an approved identity check (001 §6). */
const KYC_THRESHOLD_CENTS = 20_000n;
/**
 * The price moves between the page's last look and this call. Half a percent below the market is
 * still covered by the fee; any less would be sold at a loss.
 */
const TOLERANCE_BPS = 50n;

const wrongAmount = () => refuse('INVALID_INPUT', 'Please enter a valid amount');

/** BUY-03, BUY-04: who may buy how much. */
function checkBuyer(user: UserRow, cents: bigint): Refused | undefined {
  const profile = [user.address, user.city, user.state, user.postal];
  if (profile.some((part) => part.trim() === '')) {
    return refuse('PROFILE_INCOMPLETE', 'Complete Your Profile to Continue');
  }
  if (cents <= KYC_THRESHOLD_CENTS || user.kyc_status === 'approved') return undefined;
  return user.kyc_status === 'rejected'
    ? refuse(
        'VERIFICATION_REQUIRED',
        'Your account verification was rejected. Please contact support for assistance.',
      )
    : refuse('VERIFICATION_REQUIRED', 'Secure your account');
}

/** Checks that what is paid is worth what is bought: neither number is the page's to decide. */
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
  if (!units || !cents) return wrongAmount();
  const refused = checkBuyer(user, cents);
  if (refused) return refused;
  const price = await currencyPrice(deps, asset.code, currency);
  const usdc = await currencyPrice(deps, 'USDC', currency);
  if (isRefused(price)) return price;
  if (isRefused(usdc)) return usdc;
  const ask = parsePrice(price.ask);
  if (!ask) return unavailable();
  // Both sides in 1e-8 of the currency.
  const worth = mulDivUp(units, ask, pow10(asset.scale));
  const paid = cents * pow10(PRICE_SCALE - 2);
  if (paid * 10_000n < worth * (10_000n - TOLERANCE_BPS)) {
    return refuse('INVALID_INPUT', 'The price has changed. Please try again.');
  }
  return { asset, units, usdcRate: usdc.ask };
}

/**
 * The addresses the hosted page returns to: our own return paths, on the origin that asked. An
 * address elsewhere would send a paying customer to somebody else's page.
 */
export function checkReturnUrls(urls: ReturnUrls, origin = 'http://localhost'): boolean {
  return Object.values(urls).every((text: string) => {
    const url = URL.parse(text, origin);
    return url?.origin === origin && matchRoute(url.pathname)?.access === 'return';
  });
}
