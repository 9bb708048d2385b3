import type { CsvStyle } from '#core/domain/csv.ts';
import { csvStyleFor } from '#platform/csv-choice.ts';
import { type Session, session } from './session.ts';

/** The country whose spreadsheets a customer has: where they registered, else where they are. */
export const csvCountryOf = ({
  user,
  country,
}: Pick<Session, 'country'> & {
  readonly user: { readonly country_code: string } | null;
}): string => user?.country_code || country;

/** How the customer's CSV files are separated. */
export const csvStyleNow = (): CsvStyle => csvStyleFor(csvCountryOf(session));
