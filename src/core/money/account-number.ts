import { compactSigns } from '#core/text/pasted-signs.ts';
import { bankOfBsb } from './bsb-banks.ts';

/** Reading bank accounts as customers type and paste them: with spaces, dashes and their own name in front. */

const compact = (typed: string): string =>
  compactSigns(typed)
    .toUpperCase()
    .replace(/^(?:IBAN|BSB|ACCOUNT(?:NUMBER|NO)?|ACCT?)[:.#]*/, '');

/** The length of an IBAN by country, for the SEPA countries, in which EUR accounts are held. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
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
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
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
  // The check digits of ISO 13616 are 02 to 98: others are equal to them only by their remainder.
  if (!/^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]+$/.test(iban)) return undefined;
  if (ibanLengths[iban.slice(0, 2)] !== iban.length) return undefined;
  return mod97(digitsOf(iban.slice(4) + iban.slice(0, 4))) === 1 ? iban : undefined;
}

const countryName = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/**
 * The first error in an IBAN while it is being typed; characters that are still missing are no error
 * (BANK-07).
 */
export function ibanProblem(typed: string): string | undefined {
  const iban = compact(typed);
  const country = iban.slice(0, 2);
  if (/[^A-Z0-9]/.test(iban)) return 'An IBAN has letters and digits only';
  if (/\d/.test(country)) return 'An IBAN begins with the two letters of its country';
  if (country.length < 2) return undefined;
  const length = ibanLengths[country];
  if (length === undefined) return `No IBAN that receives euros begins with ${country}`;
  if (/[A-Z]/.test(iban.slice(2, 4))) return 'Two digits follow the letters of the country';
  if (iban.length > length) {
    return `An IBAN of ${countryName(country)} has ${length} characters, and this has ${iban.length}`;
  }
  return iban.length === length && !parseIban(iban)
    ? 'A character is wrong or swapped: the check digits do not fit'
    : undefined;
}

/** A hint for an IBAN without errors so far; empty until its country is known. */
export function ibanHint(typed: string): string {
  const iban = compact(typed);
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined) return '';
  const country = countryName(iban.slice(0, 2));
  return iban.length < length
    ? `${country}, ${iban.length} of ${length} characters`
    : `${country}, its check digits fit`;
}

/** The same for a BSB, which has no check digits. */
export function bsbProblem(typed: string): string | undefined {
  const bsb = compact(typed);
  if (/\D/.test(bsb)) return 'A BSB has digits only';
  return bsb.length > 6 ? 'A BSB has 6 digits' : undefined;
}

/** The bank of a BSB, if a free list has it. */
export const bsbHint = (typed: string): string => bankOfBsb(compact(typed)) ?? '';

/** The IBAN of an account in a country, with its check digits. */
export function checkedIban(country: string, account: string): string {
  const check = 98 - mod97(digitsOf(`${account}${country}00`));
  return `${country}${String(check).padStart(2, '0')}${account}`;
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

export interface AccountNumbers {
  readonly iban: string;
  readonly bsb: string;
  readonly account_number: string;
}

/** A unique text for an account, under which it is stored. */
export const accountText = ({ iban, bsb, account_number }: AccountNumbers): string =>
  iban || `${bsb} ${account_number}`;

/** The account of a stored text. */
export function accountOfText(text: string): AccountNumbers {
  const [bsb = '', number] = text.split(' ');
  return number === undefined
    ? { iban: text, bsb: '', account_number: '' }
    : { iban: '', bsb, account_number: number };
}

/** An account as it is printed. */
export function shownAccount(text: string): string {
  const { iban, bsb, account_number } = accountOfText(text);
  return iban ? ibanText(iban) : `${bsbText(bsb)} ${account_number}`;
}

/** An IBAN in groups of four, as it is printed. */
export const ibanText = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

export const bsbText = (bsb: string): string => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;
