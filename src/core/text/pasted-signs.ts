/** What is copied along with numbers and codes: invisible characters, spaces and dashes of every kind. */

/** The longest text that fields of numbers and codes read; what is longer is none. */
export const LONGEST_PASTED = 200;

const INVISIBLE =
  /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const BETWEEN = /[\s\p{Pd}\u2212]/gu;

const DIGIT = /\p{Nd}/u;

/** Unicode has digits in rows from 0 to 9; at most five rows follow each other without a gap. */
const digitOf = (sign: string): string => {
  const at = sign.codePointAt(0) ?? 0;
  let behind = 0;
  while (behind < 50 && DIGIT.test(String.fromCodePoint(at - behind - 1))) behind += 1;
  return String(behind % 10);
};

/** Digits of every script as those of ours. */
export const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf);

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The characters of a number or code alone: digits are ours, and nothing stands between them. */
export const compactSigns = (text: string): string =>
  text.length > LONGEST_PASTED ? text : plainDigits(withoutInvisible(text)).replace(BETWEEN, '');
