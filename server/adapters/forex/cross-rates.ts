import { formatUnits, mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { RATE_SCALE } from '#core/money/price.ts';

/**
 * Units of each currency per one USD, eight decimals rounded to the nearest, from units per one EUR.
 * Undefined where there is no usable USD rate.
 */
export function perUsd(
  perEur: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const usd = parseUnits(perEur.USD ?? '', RATE_SCALE);
  if (usd === undefined || usd === 0n) return undefined;
  const rates = Object.entries({ ...perEur, EUR: '1' }).flatMap(([code, text]) => {
    const units = parseUnits(text, RATE_SCALE);
    if (units === undefined || units === 0n) return [];
    return [[code, formatUnits(mulDivNearest(units, pow10(RATE_SCALE), usd), RATE_SCALE)]];
  });
  return Object.fromEntries(rates);
}
