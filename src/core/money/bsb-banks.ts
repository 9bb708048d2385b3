/**
 * Banks by the first digits of their branches' numbers: the large institutions on which several free public
 * lists agree (bankcodesfinder.com, findbankcodes.com and bsbno.com, read in November 2026). The full
 * directory is AusPayNet's, changes every month and is not built in, so a number without a name may be valid.
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

/** The bank of a BSB, as soon as its first digits identify it; otherwise undefined. */
export const bankOfBsb = (digits: string): string | undefined =>
  banks[digits.slice(0, 2)] ?? banks[digits.slice(0, 3)];
