import { formatUnits } from './decimal.ts';
import { fiatSymbol } from './format.ts';
import { FIAT_SCALE } from './purchase-approval.ts';

/**
 * The same as `formatFiat`, of cents, for the sums of a hundred thousand rows (INS-03): they are not written as
 * a decimal first and read again, which took half of what making the rows of a PDF takes.
 */
export function oneOfManySums(cents: bigint, code: string): string {
  const size = formatUnits(cents < 0n ? -cents : cents, FIAT_SCALE, FIAT_SCALE);
  const whole = size.slice(0, -1 - FIAT_SCALE);
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${cents < 0n ? '\u2212' : ''}${fiatSymbol(code)}${grouped}${size.slice(whole.length)}`;
}
