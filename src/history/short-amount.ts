import { formatDecimal } from '#core/money/format.ts';

const DIGITS = 6;
/** The smallest part of an asset that the ledger keeps. */
const LEAST = '0.00000001';

const large = [
  { letter: 'B', digits: 9 },
  { letter: 'M', digits: 6 },
] as const;

/** A decimal cut towards zero to six significant digits; zeros before the first digit do not count. */
function cut(whole: string, fraction: string): string {
  if (whole !== '0') {
    return formatDecimal(`${whole}.${fraction || '0'}`, 0, Math.max(0, DIGITS - whole.length));
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return formatDecimal(`0.${fraction || '0'}`, 0, Math.min(zeros + DIGITS, LEAST.length - 2));
}

/**
 * An unsigned decimal for a list: at most six significant digits, cut towards zero, with M or B from a
 * million up. A smaller amount than a list can show reads '<0.00000001'; a text that is no decimal stays
 * unchanged.
 */
export function shortAmount(decimal: string): string {
  const [, written = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (!written) return decimal;
  const whole = written.replace(/^0+(?=\d)/, '');
  const unit = large.find(({ digits }) => whole.length > digits);
  if (unit) {
    const ones = whole.slice(0, -unit.digits);
    return `${cut(ones, whole.slice(-unit.digits))}${unit.letter}`;
  }
  const text = cut(whole, fraction);
  return text === '0' && /[1-9]/.test(fraction) ? `<${LEAST}` : text;
}

/** `shortAmount` with the asset's code after a no-break space. */
export const shortCrypto = (amount: string, code: string): string =>
  `${shortAmount(amount)}\u00a0${code}`;
