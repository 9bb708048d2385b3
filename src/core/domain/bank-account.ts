/** Bank accounts as customers write them: with spaces and in any case. Nothing is sent anywhere. */

const compact = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** How long an IBAN of each country is: those of SEPA, where EUR accounts are held. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** Letters count as 10 to 35 in the check of ISO 13616. */
const digitsOf = (text: string): string =>
  [...text].map((sign) => String(Number.parseInt(sign, 36))).join('');

/** The remainder by 97 of a number of any length. */
const mod97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** An IBAN without spaces, or undefined where its form, length or check digits are wrong. */
export function parseIban(typed: string): string | undefined {
  const iban = compact(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return undefined;
  if (ibanLengths[iban.slice(0, 2)] !== iban.length) return undefined;
  return mod97(digitsOf(iban.slice(4) + iban.slice(0, 4))) === 1 ? iban : undefined;
}

/** An Australian bank-state-branch number, six digits, or undefined. */
export function parseBsb(typed: string): string | undefined {
  const bsb = compact(typed);
  return /^\d{6}$/.test(bsb) ? bsb : undefined;
}

/** An Australian account number, five to nine digits, or undefined. */
export function parseAccountNumber(typed: string): string | undefined {
  const number = compact(typed);
  return /^\d{5,9}$/.test(number) ? number : undefined;
}

/** In groups of four, as it stands on paper. */
export const ibanText = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

export const bsbText = (bsb: string): string => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;
