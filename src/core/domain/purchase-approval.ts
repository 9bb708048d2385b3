import { formatUnits, parseUnits } from './decimal.ts';
import { fiatSymbol, formatDecimal } from './format.ts';

/** The decimals of amounts of card purchases, in any currency. */
export const FIAT_SCALE = 2;

/** Larger purchases, in the market's currency, need an approved identity check (BUY-04). */
export const KYC_THRESHOLD_CENTS = 20_000n;

export const needsApproval = (total: string): boolean =>
  (parseUnits(total, FIAT_SCALE) ?? 0n) > KYC_THRESHOLD_CENTS;

/** The largest purchase without an approved identity check (BUY-04), in whole units: 'AU$200'. */
export const thresholdText = (currency: string): string =>
  `${fiatSymbol(currency)}${formatDecimal(formatUnits(KYC_THRESHOLD_CENTS, FIAT_SCALE))}`;
