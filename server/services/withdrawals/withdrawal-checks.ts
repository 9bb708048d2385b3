import { addressProblem, checkAddress } from '#core/domain/address/check-address.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { isDestinationTag } from '#core/domain/address/xrp.ts';
import { type Asset, findAsset } from '#core/domain/currencies.ts';
import { parseUnits } from '#core/domain/decimal.ts';
import { rejectedText, underReviewText } from '#core/domain/verification-texts.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { RouteRow } from '#server/services/offers/payment-routes.ts';

export interface WithdrawalRequest {
  readonly amount: string;
  readonly cryptoAddress: string;
  readonly tag?: string | undefined;
  /** As it was shown to the customer. */
  readonly fee?: string | undefined;
}

export interface CheckedWithdrawal {
  readonly asset: Asset;
  /** What is sent; the fee comes on top. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** As it is sent to: without anything that came along when it was pasted. */
  readonly address: string;
  /** The XRP destination tag, or nothing. */
  readonly tag: string;
}

/**
 * A destination tag as the number it stands for, however it is written; what is not one stays as it is.
 */
export const plainTag = (text: string): string => {
  const tag = text.trim();
  return isDestinationTag(tag) ? String(Number(tag)) : tag;
};

/**
 * The tag as a number. An X-address contains its own; a tag given beside it may only agree. Undefined:
 * no tag, or not this one.
 */
function tagOf(request: WithdrawalRequest, route: RouteRow): string | undefined {
  const typed = request.tag ?? '';
  if (!route.needs_tag) return typed === '' ? '' : undefined;
  if (typed !== '' && !isDestinationTag(typed)) return undefined;
  const tag = plainTag(typed);
  const check = checkAddress(route.network, request.cryptoAddress);
  const own = check.kind === 'valid' ? check.ownTag : undefined;
  if (!own) return tag;
  return tag === '' || tag === own.tag ? (own.tag ?? '') : undefined;
}

/** Checks a request against its route (001 §5, in that order). */
export function checkWithdrawal(
  request: WithdrawalRequest,
  route: RouteRow,
): CheckedWithdrawal | Refused {
  const asset = findAsset(route.currency);
  if (!asset) return routeUnavailable();
  const { code, scale } = asset;
  const wrong = addressProblem(code, route.network, request.cryptoAddress);
  if (wrong) {
    const { message, hint } = wrong;
    return refuse('INVALID_INPUT', message, hint ? { errors: [message, hint] } : {});
  }
  const tag = tagOf(request, route);
  if (tag === undefined) {
    return refuse('INVALID_INPUT', 'The destination tag must be a whole number.');
  }
  const units = parseUnits(request.amount, scale);
  if (units === undefined || units <= 0n) {
    return refuse('INVALID_INPUT', 'Please enter a valid amount');
  }
  const least = parseUnits(route.min_withdrawal, scale) ?? 0n;
  if (units < least) {
    return refuse('BELOW_MINIMUM', `The minimum withdrawal is ${route.min_withdrawal} ${code}`);
  }
  const feeUnits = parseUnits(route.withdrawal_fee, scale) ?? 0n;
  if (request.fee !== undefined && parseUnits(request.fee, scale) !== feeUnits) {
    return refuse('ROUTE_UNAVAILABLE', 'The network fee has changed. Please review it again.');
  }
  return {
    asset,
    units,
    feeUnits,
    address: cleanAddress(request.cryptoAddress),
    tag,
  };
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
