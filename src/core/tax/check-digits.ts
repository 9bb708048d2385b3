/** Algorithms for check digits. Each takes a text that matches its format already. */

export const digitsOf = (text: string): readonly number[] => [...text].map(Number);

/** The sum of the digits times their weights; digits without a weight are ignored. */
export const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** The remainder of a number of any length, computed digit by digit. */
export const remainderOf = (digits: string, by: number): number =>
  digitsOf(digits).reduce((rest, digit) => (rest * 10 + digit) % by, 0);

/** Luhn: the last digit is the check digit. */
export function passesLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, at) => {
      const counted = at % 2 === 1 ? 2 * digit : digit;
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return sum % 10 === 0;
}

/** ISO 7064, MOD 11,10: the last digit is the check digit. */
export function passesMod1110(text: string): boolean {
  const digits = digitsOf(text);
  const product = digits.slice(0, -1).reduce((before, digit) => {
    const sum = (before + digit) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === digits.at(-1);
}

/** ISO 7064, MOD 11-2: the last character is a digit or X for ten. */
export function passesMod112(text: string): boolean {
  const rest = digitsOf(text.slice(0, -1)).reduce(
    (before, digit) => (2 * (before + digit)) % 11,
    0,
  );
  return '0123456789X'[(12 - rest) % 11] === text.at(-1);
}

const ROWS = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const TURNS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff: the last digit is the check digit. */
export function passesVerhoeff(text: string): boolean {
  const rest = digitsOf(text)
    .toReversed()
    .reduce((before, digit, at) => {
      const turned = Number(TURNS[at % 8]?.[digit]);
      return Number(ROWS[before]?.[turned]);
    }, 0);
  return rest === 0;
}
