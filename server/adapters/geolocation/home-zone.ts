import { taxZoneOf } from '#core/tax/country-rules.ts';
import { countries } from './countries.ts';

/** Where a customer lives, as their account says. */
export interface Home {
  readonly country_code: string;
  readonly state: string;
}

/** The columns of `users` that say it. */
export const homeColumns = ['country_code', 'state'] as const;

/**
 * The zone of a customer's day where no device is there to say it: in mails, refusals, notices and at the desk, which
 * therefore name it.
 */
export const homeZone = ({ country_code: country, state }: Home): string =>
  taxZoneOf(country, state) ?? countries[country]?.timezone ?? 'UTC';
