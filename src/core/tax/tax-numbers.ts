import {
  digitsOf,
  passesLuhn,
  passesMod112,
  passesMod1110,
  passesVerhoeff,
  remainderOf,
  weighted,
} from './check-digits.ts';

/**
 * Tax numbers of the countries whose format is public (KEEP-14): their name, format and check digit, if there
 * is one. A country that is missing issues none, or its format is unknown to us: any short text with a digit
 * is accepted there.
 */
export interface TaxNumber {
  readonly name: string;
  /** The format in words, after “has”. */
  readonly has: string;
  readonly form: RegExp;
  /** Whether the check digit fits; undefined if there is none that can be computed. */
  readonly fits?: (number: string) => boolean;
  /** Separators to ignore, if not the usual ones. */
  readonly ignored?: RegExp;
}

/** People write spaces, points, dashes and slashes in tax numbers to make them readable. */
const IGNORED = /[\s./-]/g;

/** A weighted sum whose remainder gives the last digit. */
const lastDigit =
  (weights: readonly number[], digitFor: (sum: number) => number) =>
  (number: string): boolean =>
    digitFor(weighted(digitsOf(number), weights)) === Number(number.at(-1));

const eleven = (sum: number): number => (11 - (sum % 11)) % 11;

/** Estonia and Lithuania: if the first weights give ten, a second row of weights is used. */
function balticFits(number: string): boolean {
  const digits = digitsOf(number);
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const rest = first < 10 ? first : weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return rest % 10 === digits.at(-1);
}

/** For births from 2000 on, a 2 is put before the number. */
const belgianFits = (number: string): boolean => {
  const [body, check] = [number.slice(0, 9), Number(number.slice(9))];
  return [body, `2${body}`].some((one) => 97 - remainderOf(one, 97) === check);
};

const bulgarianFits = (number: string): boolean =>
  // A citizen's number, or that of a foreigner.
  lastDigit([2, 4, 8, 5, 10, 9, 7, 3, 6], (sum) => (sum % 11) % 10)(number) ||
  lastDigit([21, 19, 17, 13, 11, 9, 7, 3, 1], (sum) => sum % 10)(number);

const CYPRIOT = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const cypriotFits = (number: string): boolean => {
  const sum = digitsOf(number.slice(0, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? (CYPRIOT[digit] ?? 0) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === number.at(-1);
};

/** Numbers of nine digits, from before 1954, have no check digit. */
const czechFits = (number: string): boolean =>
  number.length === 9 || remainderOf(number.slice(0, 9), 11) % 10 === Number(number.at(-1));

const FINNISH = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const finnishFits = (number: string): boolean =>
  FINNISH[Number(number.slice(0, 6) + number.slice(7, 10)) % 31] === number.at(-1);

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';
const spanishFits = (number: string): boolean => {
  const body = number
    .slice(0, -1)
    .replace(/^[XKLM]/, '0')
    .replace(/^Y/, '1')
    .replace(/^Z/, '2');
  return SPANISH[Number(body) % 23] === number.at(-1);
};

const IRISH = 'WABCDEFGHIJKLMNOPQRSTUV';
const irishFits = (number: string): boolean => {
  const second = number.length === 9 ? IRISH.indexOf(number.at(8) ?? '') : 0;
  const sum = weighted(digitsOf(number.slice(0, 7)), [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return IRISH[sum % 23] === number.at(7);
};

const ITALIAN_ODD = [
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24],
  23,
];
const italianFits = (number: string): boolean => {
  const values = [...number].map((one) => (/\d/.test(one) ? Number(one) : one.charCodeAt(0) - 65));
  const sum = values
    .slice(0, 15)
    .reduce((total, value, at) => total + (at % 2 === 0 ? (ITALIAN_ODD[value] ?? 0) : value), 0);
  return String.fromCharCode(65 + (sum % 26)) === number.at(-1);
};

/** Numbers that begin with 32 to 39 contain no date of birth and have no check digit. */
const latvianFits = (number: string): boolean =>
  /^3[2-9]/.test(number) ||
  lastDigit([1, 6, 3, 7, 9, 10, 5, 8, 4, 2], (sum) => ((1101 - sum) % 11) % 10)(number);

const luxembourgishFits = (number: string): boolean =>
  passesLuhn(number.slice(0, 12)) && passesVerhoeff(number.slice(0, 11) + number.slice(12));

const polishFits = (number: string): boolean =>
  number.length === 11
    ? lastDigit([1, 3, 7, 9, 1, 3, 7, 9, 1, 3], (sum) => (10 - (sum % 10)) % 10)(number)
    : lastDigit([6, 5, 7, 2, 3, 4, 5, 6, 7], (sum) => sum % 11)(number);

const australianFits = (number: string): boolean => {
  const weights = number.length === 9 ? [1, 4, 3, 7, 5, 8, 6, 9, 10] : [10, 7, 8, 4, 6, 3, 5, 1];
  return weighted(digitsOf(number), weights) % 11 === 0;
};

/** A UTR of ten digits has its check digit in front; a National Insurance number has none. */
const britishFits = (number: string): boolean =>
  number.length !== 10 ||
  '21987654321'[weighted(digitsOf(number.slice(1)), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] ===
    number[0];

const norwegianFits = (number: string): boolean => {
  const digits = digitsOf(number);
  return (
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
};

function newZealandFits(number: string): boolean {
  const digits = digitsOf(number.padStart(9, '0'));
  const first = eleven(weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]));
  const check = first < 10 ? first : eleven(weighted(digits, [7, 4, 3, 2, 5, 2, 7, 6]));
  return check === digits.at(-1);
}

function brazilianFits(number: string): boolean {
  const digits = digitsOf(number);
  const check = (count: number): number => {
    const weights = Array.from({ length: count }, (_, at) => count + 1 - at);
    return eleven(weighted(digits, weights)) % 10;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

function singaporeanFits(number: string): boolean {
  const letter = number[0] ?? '';
  const sum = weighted(digitsOf(number.slice(1, 8)), [2, 7, 6, 5, 4, 3, 2]);
  if (letter === 'M') return 'KLJNPQRTUWX'[10 - ((sum + 3) % 11)] === number.at(-1);
  const shifted = sum + ('TG'.includes(letter) ? 4 : 0);
  return ('ST'.includes(letter) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK')[shifted % 11] === number.at(-1);
}

function turkishFits(number: string): boolean {
  const digits = digitsOf(number);
  const odd = weighted(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (7 * odd - even) % 10;
  return (tenth + 10) % 10 === digits[9] && (odd + even + (digits[9] ?? 0)) % 10 === digits[10];
}

const japaneseFits = lastDigit([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], (sum) =>
  sum % 11 <= 1 ? 0 : 11 - (sum % 11),
);

const icelandicFits = (number: string): boolean =>
  eleven(weighted(digitsOf(number), [3, 2, 7, 6, 5, 4, 3, 2])) === Number(number[8]);

const table: Readonly<Record<string, TaxNumber>> = {
  // The European Union.
  AT: {
    name: 'Abgabenkontonummer',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: passesLuhn,
  },
  BE: { name: 'National Number', has: '11 digits', form: /^\d{11}$/, fits: belgianFits },
  BG: { name: 'EGN or PNF', has: '10 digits', form: /^\d{10}$/, fits: bulgarianFits },
  HR: { name: 'OIB', has: '11 digits', form: /^\d{11}$/, fits: passesMod1110 },
  CY: {
    name: 'Tax Identification Code',
    has: '8 digits and a letter',
    form: /^\d{8}[A-Z]$/,
    fits: cypriotFits,
  },
  CZ: { name: 'Rodné číslo', has: '9 or 10 digits', form: /^\d{9,10}$/, fits: czechFits },
  // Numbers without a fitting check digit are valid, too.
  DK: { name: 'CPR number', has: '10 digits', form: /^[0-3]\d[01]\d{7}$/ },
  EE: { name: 'Isikukood', has: '11 digits', form: /^[1-8]\d{10}$/, fits: balticFits },
  FI: {
    name: 'Henkilötunnus',
    has: '6 digits, a sign, 3 digits and a digit or letter, such as 131052-308T',
    form: /^\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]$/,
    fits: finnishFits,
    ignored: /\s/g,
  },
  FR: {
    name: 'Numéro fiscal (SPI)',
    has: '13 digits, the first of them 0 to 3',
    form: /^[0-3]\d{12}$/,
    fits: (number) => remainderOf(number.slice(0, 10), 511) === Number(number.slice(10)),
  },
  DE: {
    name: 'Steuer-Identifikationsnummer',
    has: '11 digits, the first of them not 0',
    form: /^[1-9]\d{10}$/,
    fits: passesMod1110,
  },
  GR: {
    name: 'AFM',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: lastDigit([256, 128, 64, 32, 16, 8, 4, 2], (sum) => (sum % 11) % 10),
  },
  HU: {
    name: 'Adóazonosító jel',
    has: '10 digits, the first of them 8',
    form: /^8\d{9}$/,
    fits: lastDigit([1, 2, 3, 4, 5, 6, 7, 8, 9], (sum) => sum % 11),
  },
  IE: {
    name: 'PPS Number',
    has: '7 digits and 1 or 2 letters',
    form: /^\d{7}[A-W][A-IW]?$/,
    fits: irishFits,
  },
  IT: {
    name: 'Codice fiscale',
    has: '16 letters and digits, such as MRTMTT91D08F205J',
    form: /^[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/,
    fits: italianFits,
  },
  LV: { name: 'Personas kods', has: '11 digits', form: /^\d{11}$/, fits: latvianFits },
  LT: { name: 'Asmens kodas', has: '11 digits', form: /^[1-9]\d{10}$/, fits: balticFits },
  LU: {
    name: 'Numéro d’identification',
    has: '13 digits',
    form: /^\d{13}$/,
    fits: luxembourgishFits,
  },
  MT: {
    name: 'Tax Identification Number',
    has: '7 digits and a letter, or 9 digits',
    form: /^(?:\d{1,7}[MGAPLHBZ]|\d{9})$/,
  },
  NL: {
    name: 'BSN',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: (number) => weighted(digitsOf(number), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  PL: {
    name: 'PESEL or NIP',
    has: '11 digits, or 10 for a NIP',
    form: /^\d{10,11}$/,
    fits: polishFits,
  },
  PT: {
    name: 'NIF',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: lastDigit([9, 8, 7, 6, 5, 4, 3, 2], (sum) => eleven(sum) % 10),
  },
  RO: {
    name: 'CNP or NIF',
    has: '13 digits',
    form: /^[1-9]\d{12}$/,
    fits: lastDigit([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], (sum) =>
      sum % 11 === 10 ? 1 : sum % 11,
    ),
  },
  SK: { name: 'Rodné číslo or DIČ', has: '9 or 10 digits', form: /^\d{9,10}$/ },
  SI: {
    name: 'Davčna številka',
    has: '8 digits, the first of them not 0',
    form: /^[1-9]\d{7}$/,
    fits: lastDigit([8, 7, 6, 5, 4, 3, 2], (sum) => eleven(sum) % 10),
  },
  ES: {
    name: 'NIF or NIE',
    has: '8 digits and a letter, or X, Y or Z, 7 digits and a letter',
    form: /^(?:\d{8}|[XYZKLM]\d{7})[A-Z]$/,
    fits: spanishFits,
  },
  SE: {
    name: 'Personnummer',
    has: '10 or 12 digits',
    form: /^(?:19|20)?\d{10}$/,
    fits: (number) => passesLuhn(number.slice(-10)),
    ignored: /[\s+-]/g,
  },
  // Others.
  AR: {
    name: 'CUIT or CUIL',
    has: '11 digits',
    form: /^\d{11}$/,
    fits: lastDigit([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], eleven),
  },
  AU: {
    name: 'Tax File Number (TFN)',
    has: '8 or 9 digits',
    form: /^\d{8,9}$/,
    fits: australianFits,
  },
  BR: { name: 'CPF', has: '11 digits', form: /^\d{11}$/, fits: brazilianFits },
  CA: {
    name: 'Social Insurance Number',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: passesLuhn,
  },
  CH: {
    name: 'AHV number',
    has: '13 digits, the first of them 756',
    form: /^756\d{10}$/,
    fits: lastDigit([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], (sum) => (10 - (sum % 10)) % 10),
  },
  CL: {
    name: 'RUT',
    has: '7 or 8 digits and a digit or K',
    form: /^\d{7,8}[0-9K]$/,
    fits: (number) =>
      '0123456789K'[
        eleven(weighted(digitsOf(number.slice(0, -1)).toReversed(), [2, 3, 4, 5, 6, 7, 2, 3]))
      ] === number.at(-1),
  },
  CN: {
    name: 'Resident Identity number',
    has: '18 digits, the last of them may be X',
    form: /^\d{17}[0-9X]$/,
    fits: passesMod112,
  },
  GB: {
    name: 'UTR or National Insurance number',
    has: '10 digits, or 2 letters, 6 digits and a letter',
    form: /^(?:\d{10}|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D])$/,
    fits: britishFits,
  },
  IL: {
    name: 'Identity number',
    has: '9 digits',
    form: /^\d{9}$/,
    fits: passesLuhn,
  },
  IN: {
    name: 'PAN',
    has: '5 letters, 4 digits and a letter',
    form: /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/,
  },
  IS: { name: 'Kennitala', has: '10 digits', form: /^\d{10}$/, fits: icelandicFits },
  JP: { name: 'My Number', has: '12 digits', form: /^\d{12}$/, fits: japaneseFits },
  // Since 2020 the last digit is random.
  KR: { name: 'Resident Registration Number', has: '13 digits', form: /^\d{13}$/ },
  LI: { name: 'PEID', has: '1 to 12 digits', form: /^\d{1,12}$/ },
  MX: {
    name: 'RFC',
    has: '4 letters, 6 digits and 3 letters or digits',
    form: /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/,
  },
  NO: { name: 'Fødselsnummer', has: '11 digits', form: /^\d{11}$/, fits: norwegianFits },
  NZ: { name: 'IRD number', has: '8 or 9 digits', form: /^\d{8,9}$/, fits: newZealandFits },
  SG: {
    name: 'NRIC or FIN',
    has: 'a letter, 7 digits and a letter',
    form: /^[STFGM]\d{7}[A-Z]$/,
    fits: singaporeanFits,
  },
  TR: {
    name: 'T.C. Kimlik number',
    has: '11 digits, the first of them not 0',
    form: /^[1-9]\d{10}$/,
    fits: turkishFits,
  },
  US: {
    name: 'Social Security number or ITIN',
    has: '9 digits',
    form: /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/,
  },
  ZA: {
    name: 'Income tax reference number',
    has: '10 digits, the first of them 0, 1, 2, 3 or 9',
    form: /^[01239]\d{9}$/,
    fits: passesLuhn,
  },
};

/** For countries whose format is unknown. */
const anyForm: TaxNumber = {
  name: 'tax number',
  has: '3 to 30 letters and digits, a digit among them',
  form: /^(?=.*\d)[A-Z0-9]{3,30}$/,
};

export const taxNumberOf = (country: string): TaxNumber => table[country] ?? anyForm;

/** Whether a country issues tax numbers: a resident cannot say that it does not. */
export const issuesNumbers = (country: string): boolean => country in table;

/** A number without separators. */
export const plainNumber = (country: string, typed: string): string =>
  typed.toUpperCase().replace(taxNumberOf(country).ignored ?? IGNORED, '');

/** What is wrong with a typed number; undefined if nothing is found. */
export function numberProblem(country: string, typed: string): string | undefined {
  const { name, has, form, fits } = taxNumberOf(country);
  const number = plainNumber(country, typed);
  if (!form.test(number)) return `The ${name} has ${has}.`;
  // One digit repeated is what people type who do not want to answer, and many check digits accept it.
  const isFiller = /^(.)\1{6,}$/.test(number);
  return isFiller || fits?.(number) === false
    ? `This is no ${name}: a character may be mistyped.`
    : undefined;
}
