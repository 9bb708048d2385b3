import { formatUnits, parseUnits } from './decimal.ts';
import { fiatSymbol, formatDecimal, formatFiat } from './format.ts';

/** The decimals of amounts of card purchases, in any currency. */
export const FIAT_SCALE = 2;

/** Larger purchases, in the market's currency, need an approved identity check (BUY-04). */
export const KYC_THRESHOLD_CENTS = 20_000n;

export const needsApproval = (total: string): boolean =>
  (parseUnits(total, FIAT_SCALE) ?? 0n) > KYC_THRESHOLD_CENTS;

/** What may be bought without an approved identity check within a period, as the server said it (SPEC-05). */
export interface Unverified {
  readonly total: string;
  readonly left: string;
  readonly days: string;
}

/** Whole amounts without decimals. */
const moneyText = (amount: string, currency: string): string =>
  amount.includes('.')
    ? formatFiat(amount, currency)
    : `${fiatSymbol(currency)}${formatDecimal(amount)}`;

/** It as a text: 'AU$1,000 in 30 days', with what is left of it where that is less. */
export function unverifiedText({ total, left, days }: Unverified, currency: string): string {
  const all = `${moneyText(total, currency)} in ${days} days`;
  return left === total ? all : `${all}, of which ${moneyText(left, currency)} is left`;
}

/** The largest purchase without an approved identity check (BUY-04), in whole units: 'AU$200'. */
export const thresholdText = (currency: string): string =>
  moneyText(formatUnits(KYC_THRESHOLD_CENTS, FIAT_SCALE), currency);

/** Whether a purchase may be made without an approved identity check, as far as is known. */
export const fitsUnverified = (total: string, known: Unverified | undefined): boolean =>
  !needsApproval(total) &&
  (parseUnits(total, FIAT_SCALE) ?? 0n) <= (parseUnits(known?.left ?? total, FIAT_SCALE) ?? 0n);
