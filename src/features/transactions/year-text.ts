import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { TaxTotals } from '#core/statement/tax-report.ts';
import type { TaxYear } from '#core/statement/tax-rules.ts';

/** '2025–26 so far: gain AU$120.50, 34 disposals, 5 of unknown cost'. */
export function yearText(
  { name, to }: Pick<TaxYear, 'name' | 'to'>,
  { gain, disposals, ofUnknownCost }: Pick<TaxTotals, 'gain' | 'disposals' | 'ofUnknownCost'>,
  money: string,
  now: number,
): string {
  const year = now < to ? `${name} so far` : name;
  if (disposals === 0) return `${year}: nothing was sold, swapped or spent`;
  const count = disposals.toLocaleString('en-US');
  return [
    `${year}: gain ${formatFiat(formatUnits(gain, FIAT_SCALE, FIAT_SCALE), money)}`,
    `${count} ${disposals === 1 ? 'disposal' : 'disposals'}`,
    ...(ofUnknownCost > 0 ? [`${ofUnknownCost.toLocaleString('en-US')} of unknown cost`] : []),
  ].join(', ');
}
