import { type FiatCode, fiatSymbols } from './currencies.ts';
import { formatUnits, parseUnitsDown } from './decimal.ts';

/** Whole digits in groups of three. */
export function group(whole: string): string {
  const first = whole.length % 3;
  const groups = whole.slice(first).match(/.{3}/g) ?? [];
  return [...(first > 0 ? [whole.slice(0, first)] : []), ...groups].join(',');
}

/** A decimal string with en-US grouping and between `min` and `max` decimals, cut towards zero. */
export function formatDecimal(decimal: string, min = 0, max = 8): string {
  const negative = decimal.startsWith('-');
  const units = parseUnitsDown(negative ? decimal.slice(1) : decimal, max);
  if (units === undefined) return decimal;
  const [whole = '0', fraction] = formatUnits(units, max, min).split('.');
  const text = fraction ? `${group(whole)}.${fraction}` : group(whole);
  return negative && units > 0n ? `\u2212${text}` : text;
}

export const fiatSymbol = (code: string): string =>
  Object.hasOwn(fiatSymbols, code) ? fiatSymbols[code as FiatCode] : `${code}\u00a0`;

/** Whether an amount that is not zero would be shown as zero. */
const vanishes = (amount: string, text: string): boolean =>
  !/[1-9]/.test(text) && /^-?[\d.]*[1-9]/.test(amount);

/** Fiat: symbol first, grouped, two decimals (FMT-01). An amount below one cent is not shown as zero. */
export function formatFiat(amount: string, code: string): string {
  const text = formatDecimal(amount, 2, 2);
  if (vanishes(amount, text)) {
    const least = `${fiatSymbol(code)}0.01`;
    return amount.startsWith('-') ? `> \u2212${least}` : `< ${least}`;
  }
  return text.startsWith('\u2212')
    ? `\u2212${fiatSymbol(code)}${text.slice(1)}`
    : `${fiatSymbol(code)}${text}`;
}

/**
 * A held amount. Crypto: up to eight decimals, trailing zeros trimmed, the code after a no-break space. Cash:
 * as money.
 */
export const formatCrypto = (amount: string, code: string): string =>
  Object.hasOwn(fiatSymbols, code)
    ? formatFiat(amount, code)
    : `${formatDecimal(amount)}\u00a0${code}`;

/** A unit price: two decimals from 1 up, four below. */
export function formatPrice(price: string, code: string): string {
  if (!/^0(\.|$)/.test(price)) return formatFiat(price, code);
  const text = formatDecimal(price, 4, 4);
  return vanishes(price, text) ? `< ${fiatSymbol(code)}0.0001` : `${fiatSymbol(code)}${text}`;
}
