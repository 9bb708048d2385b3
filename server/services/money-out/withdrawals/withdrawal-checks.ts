import { findKept, type KeptCurrency } from '#core/money/cash.ts';
import { type Asset, findAsset } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { addressProblem, checkAddress } from '#core/networks/address/check-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { isDestinationTag } from '#core/networks/address/xrp.ts';
import { rejectedText, underReviewText } from '#core/people/verification-texts.ts';
import { VALID_AMOUNT } from '#core/words/amounts.ts';
import { TAG_OR_NONE } from '#core/words/way-out.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';

export interface WithdrawalRequest {
  readonly amount: string;
  readonly cryptoAddress: string;
  readonly tag?: string | undefined;
  /** The customer confirmed that the recipient needs no tag. */
  readonly noTag?: boolean | undefined;
  /** The fee that the customer was shown. */
  readonly fee?: string | undefined;
}

export interface CheckedWithdrawal {
  readonly asset: KeptCurrency;
  /** The amount that is sent; the fee comes on top. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** The address as it is used: without characters pasted along. */
  readonly address: string;
  /** The XRP destination tag, or empty. */
  readonly tag: string;
  /** The holder of the bank account; empty on a network. */
  readonly holder: string;
}

/** A destination tag as a plain number, however it was written; other texts stay unchanged. */
export const plainTag = (text: string): string => {
  const tag = text.trim();
  return isDestinationTag(tag) ? String(Number(tag)) : tag;
};

const wrongTag = (message: string): Refused => refuse('INVALID_INPUT', message, { field: 'tag' });

const noNumber = () => wrongTag('The destination tag must be a whole number.');

/**
 * The tag as a number, or empty if there is none. An X-address determines its tag; one given beside it must
 * be the same. Otherwise the customer must have confirmed that none is needed: without its tag, money sent to
 * an exchange belongs to nobody.
 */
function tagOf(request: WithdrawalRequest, route: RouteRow): string | Refused {
  const typed = request.tag ?? '';
  if (!route.needs_tag) return typed === '' ? '' : noNumber();
  if (typed !== '' && !isDestinationTag(typed)) return noNumber();
  const tag = plainTag(typed);
  const check = checkAddress(route.network, request.cryptoAddress);
  const own = check.kind === 'valid' ? check.ownTag : undefined;
  if (own && tag !== '' && tag !== own.tag) return noNumber();
  const sent = own ? (own.tag ?? '') : tag;
  if (sent !== '' && request.noTag) {
    return wrongTag('There is a destination tag, and you confirmed there is none.');
  }
  return sent === '' && !own && !request.noTag ? wrongTag(TAG_OR_NONE) : sent;
}

/** Checks a request against its route. The first failing rule, in this order, is the answer. */
export function checkWithdrawal(
  request: WithdrawalRequest,
  route: RouteRow,
): (CheckedWithdrawal & { readonly asset: Asset }) | Refused {
  const asset = findAsset(route.currency);
  if (!asset) return routeUnavailable();
  const wrong = addressProblem(asset.code, route.network, request.cryptoAddress);
  if (wrong) {
    const { message, hint } = wrong;
    const field = 'cryptoAddress';
    return refuse('INVALID_INPUT', message, { field, ...(hint && { errors: [message, hint] }) });
  }
  const tag = tagOf(request, route);
  if (isRefused(tag)) return tag;
  const amount = checkAmount(request, route);
  if (isRefused(amount)) return amount;
  return { ...amount, asset, address: cleanAddress(request.cryptoAddress), tag, holder: '' };
}

/** The amount and its costs, by the route's terms. */
export function checkAmount(
  request: Pick<WithdrawalRequest, 'amount' | 'fee'>,
  route: RouteRow,
): Pick<CheckedWithdrawal, 'asset' | 'units' | 'feeUnits'> | Refused {
  const asset = findKept(route.currency);
  if (!asset) return routeUnavailable();
  const { code, scale } = asset;
  const units = parseUnits(request.amount, scale);
  if (units === undefined || units <= 0n) {
    return refuse('INVALID_INPUT', VALID_AMOUNT, { field: 'amount' });
  }
  const least = parseUnits(route.min_withdrawal, scale) ?? 0n;
  if (units < least) {
    return refuse('BELOW_MINIMUM', `The minimum withdrawal is ${route.min_withdrawal} ${code}`, {
      field: 'amount',
    });
  }
  const feeUnits = parseUnits(route.withdrawal_fee, scale) ?? 0n;
  if (request.fee !== undefined && parseUnits(request.fee, scale) !== feeUnits) {
    return refuse('ROUTE_UNAVAILABLE', 'The network fee has changed. Please review it again.');
  }
  return { asset, units, feeUnits };
}

/** WD-06: only an approved customer withdraws. */
export function checkVerified(kycStatus: string): Refused | undefined {
  switch (kycStatus) {
    case 'approved':
      return undefined;
    case 'rejected':
      return refuse('VERIFICATION_REQUIRED', rejectedText, { rejected: true });
    case 'submitted':
      return refuse('VERIFICATION_REQUIRED', underReviewText);
    default:
      return refuse('VERIFICATION_REQUIRED', 'Please verify your account before withdrawing.');
  }
}
