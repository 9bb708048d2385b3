import { countryName, isCountry } from '#core/people/country.ts';
import { issuesNumbers, numberProblem, plainNumber, taxNumberOf } from './tax-numbers.ts';

/** What customers certify about where they pay tax (KEEP-14). */

/** The reasons for having no tax number of a country, as CARF names them. */
export const withoutNumber = ['none-issued', 'not-yet', 'not-required'] as const;
export type WithoutNumber = (typeof withoutNumber)[number];

export const withoutNumberTexts: Readonly<Record<WithoutNumber, string>> = {
  'none-issued': 'This country issues no tax numbers',
  'not-yet': 'I have not been given one yet',
  'not-required': 'Its law does not ask for one',
};

/** A tax residence: a country, with the tax number there or the reason for having none. */
export interface Residence {
  readonly country: string;
  /** As typed, or in its plain form; empty if there is none. */
  readonly number: string;
  readonly without?: WithoutNumber | undefined;
  /** The number follows, within the days that the server gives (EYE-06). */
  readonly later?: boolean | undefined;
}

export interface HomeAddress {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly postal: string;
  readonly country: string;
}

/** More residences than anybody has. */
export const MOST_RESIDENCES = 5;

/** The declaration that the customer makes by sending the form; it is stored with the data. */
export const DECLARATION =
  'I certify that what I state here is correct and complete: these are all countries in which I am a tax resident, each with my tax number there, with the promise to add it in time, or with the reason why I have none. I will tell you within 30 days when it changes.';

/** The problems of one residence, by field. */
export interface ResidenceProblems {
  readonly country?: string;
  readonly number?: string;
}

function problemOf(
  { country, number, without, later = false }: Residence,
  earlier: readonly Residence[],
): ResidenceProblems {
  if (!isCountry(country)) return { country: 'Choose a country.' };
  if (earlier.some((one) => one.country === country)) {
    return { country: `${countryName(country)} stands here already.` };
  }
  if (without === undefined) {
    if (number.trim() === '') {
      if (later) return {};
      return { number: `Enter your ${taxNumberOf(country).name}, or choose why you have none.` };
    }
    const wrong = numberProblem(country, number);
    return wrong === undefined ? {} : { number: wrong };
  }
  return without === 'none-issued' && issuesNumbers(country)
    ? { number: `${countryName(country)} issues tax numbers. Enter yours.` }
    : {};
}

/** The problems of several residences, in their order. */
export const residenceProblems = (all: readonly Residence[]): readonly ResidenceProblems[] =>
  all.map((one, at) => problemOf(one, all.slice(0, at)));

export type AddressField = 'address' | 'city' | 'postal' | 'country';

/** The missing fields of an address; not every country has states. */
export function addressProblems(
  home: HomeAddress,
): Readonly<Partial<Record<AddressField, string>>> {
  return {
    ...(home.address.trim() === '' && { address: 'Enter the street and number.' }),
    ...(home.city.trim() === '' && { city: 'Enter the city.' }),
    ...(home.postal.trim() === '' && { postal: 'Enter the postcode.' }),
    ...(!isCountry(home.country) && { country: 'Choose a country.' }),
  };
}

/** The first problem; undefined if the form can be certified. */
export function certificationProblem(
  home: HomeAddress,
  residences: readonly Residence[],
): string | undefined {
  const found = [
    ...Object.values(addressProblems(home)),
    ...residenceProblems(residences).flatMap((one) => Object.values(one)),
  ];
  if (found.length > 0) return found[0];
  const count = residences.length;
  return count === 0 || count > MOST_RESIDENCES
    ? `State one to ${MOST_RESIDENCES} countries.`
    : undefined;
}

/** The form that is stored: numbers without separators. */
export function plainResidence({ country, number, without, later }: Residence): Residence {
  if (without !== undefined) return { country, number: '', without };
  return later && number.trim() === ''
    ? { country, number: '', later }
    : { country, number: plainNumber(country, number) };
}

const SHOWN = 3;

/** A masked number: only its end is shown, by which the owner recognises it. */
export const maskedNumber = (number: string): string => `•••${number.slice(-SHOWN)}`;
