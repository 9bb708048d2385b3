import { currencyOfContinent, registrationOpen } from '#core/money/region.ts';
import {
  checkConfirmation,
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
} from '#core/people/validation.ts';
import type { Registration } from './registration-draft.ts';

export type SignUpErrors = Readonly<Partial<Record<keyof Registration, string>>>;

/** What is wrong with each field (AUTH-05…AUTH-09). `today` is YYYY-MM-DD by the server's clock. */
export function signUpErrors(form: Registration, today: string): SignUpErrors {
  const checked = {
    firstName: checkName('First name', form.firstName),
    lastName: checkName('Last name', form.lastName),
    email: checkEmail(form.email),
    password: checkPassword(form.password),
    confirmation: checkConfirmation(form.password, form.confirmation),
    dateOfBirth: checkDateOfBirth(form.dateOfBirth, today),
  };
  return Object.fromEntries(Object.entries(checked).filter(([, text]) => text !== undefined));
}

interface Whereabouts {
  readonly currency: string;
  readonly continentCode: string;
}

/** AUTH-11: open where the geolocated currency is AUD or EUR; without one the continent decides. */
export const isOpenIn = (place: Whereabouts): boolean =>
  registrationOpen(place.currency || currencyOfContinent(place.continentCode));
