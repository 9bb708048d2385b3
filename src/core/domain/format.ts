import { type FiatCode, fiatSymbols } from './currencies.ts';
import { formatUnits, parseUnitsDown } from './decimal.ts';

const group = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** A decimal string with en-US grouping and between `min` and `max` decimals, cut towards zero. */
export function formatDecimal(decimal: string, min = 0, max = 8): string {
  const negative = decimal.startsWith('-');
  const units = parseUnitsDown(negative ? decimal.slice(1) : decimal, max);
  if (units === undefined) return decimal;
  const [whole = '0', fraction] = formatUnits(units, max, min).split('.');
  const text = fraction ? `${group(whole)}.${fraction}` : group(whole);
  return negative && units > 0n ? `\u2212${text}` : text;
}

/** Crypto: up to eight decimals, trailing zeros trimmed, the code after a no-break space. */
export const formatCrypto = (amount: string, code: string): string =>
  `${formatDecimal(amount)}\u00a0${code}`;

export const fiatSymbol = (code: string): string =>
  Object.hasOwn(fiatSymbols, code) ? fiatSymbols[code as FiatCode] : `${code}\u00a0`;

/** Fiat: symbol first, grouped, two decimals (FMT-01). */
export function formatFiat(amount: string, code: string): string {
  const text = formatDecimal(amount, 2, 2);
  return text.startsWith('\u2212')
    ? `\u2212${fiatSymbol(code)}${text.slice(1)}`
    : `${fiatSymbol(code)}${text}`;
}

/** A unit price: two decimals from 1 up, four below. */
export const formatPrice = (price: string, code: string): string =>
  /^0(\.|$)/.test(price)
    ? `${fiatSymbol(code)}${formatDecimal(price, 4, 4)}`
    : formatFiat(price, code);
