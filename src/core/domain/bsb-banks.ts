/**
 * Whose branches begin with these digits. These are the large institutions of which several free public
 * lists say the same (bankcodesfinder.com, findbankcodes.com and bsbno.com, read in November 2026). The whole
 * directory is AusPayNet's and changes every month; it is not built in. A bank that is not named may be right.
 */
const banks: Readonly<Record<string, string>> = {
  '01': 'ANZ',
  '03': 'Westpac',
  '73': 'Westpac',
  '06': 'Commonwealth Bank',
  '76': 'Commonwealth Bank',
  '08': 'NAB',
  '78': 'NAB',
  '10': 'BankSA',
  '11': 'St.George Bank',
  '12': 'Bank of Queensland',
  '14': 'Rabobank',
  '18': 'Macquarie Bank',
  '30': 'Bankwest',
  '34': 'HSBC Australia',
  '48': 'Suncorp Bank',
  '633': 'Bendigo Bank',
  '923': 'ING Australia',
};

/** The bank of a BSB, as soon as its first digits tell; undefined where they do not. */
export const bankOfBsb = (digits: string): string | undefined =>
  banks[digits.slice(0, 2)] ?? banks[digits.slice(0, 3)];
