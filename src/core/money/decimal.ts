/**
 * Exact decimals. An amount is a bigint of minor units together with its scale (the number of
 * decimals); on the wire it is a decimal string. No binary float is on any path (FMT-01, BEY-07).
 */

/** A decimal number as text: ASCII digits, one optional dot, no sign, no exponent. */
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/** More digits than the supply of any asset needs; keeps hostile input small. */
const MAX_DIGITS = 40;

export const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/**
 * Minor units of an unsigned decimal string, or undefined if the text is not a plain decimal or has more
 * significant decimals than `scale` allows. Trailing zeros beyond the scale are exact and accepted.
 */
export function parseUnits(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match || text.length > MAX_DIGITS) return undefined;
  const [, whole = '0', fraction = ''] = match;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  if (/[1-9]/.test(fraction.slice(scale))) return undefined;
  return BigInt(whole) * pow10(scale) + BigInt(kept || '0');
}

/** Like `parseUnits`, but decimals beyond the scale are cut off (towards zero). */
export function parseUnitsDown(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match || text.length > MAX_DIGITS) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return parseUnits(`${whole}.${fraction.slice(0, scale) || '0'}`, scale);
}

/** A decimal string of minor units; trailing zeros beyond `minDecimals` are trimmed. */
export function formatUnits(units: bigint, scale: number, minDecimals = 0): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  while (fraction.length > minDecimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  fraction = fraction.padEnd(minDecimals, '0');
  return fraction ? `${sign}${whole}.${fraction}` : `${sign}${whole}`;
}

/** a·b/c towards zero, for non-negative a and b: for amounts that the customer receives. */
export const mulDivDown = (a: bigint, b: bigint, c: bigint): bigint => (a * b) / c;

/** a·b/c away from zero, for non-negative a and b: for amounts that the customer pays. */
export const mulDivUp = (a: bigint, b: bigint, c: bigint): bigint => (a * b + c - 1n) / c;

/** a·b/c to the nearest, halves up, for non-negative a and b: only for showing. */
export const mulDivNearest = (a: bigint, b: bigint, c: bigint): bigint =>
  (2n * a * b + c) / (2n * c);

/** Moves minor units to another scale, towards zero. */
export const rescaleDown = (units: bigint, from: number, to: number): bigint =>
  to >= from ? units * pow10(to - from) : units / pow10(from - to);
