import type { CsvStyle } from '#files/csv.ts';
import { csvStyleFor } from '#files/csv-dialect.ts';
import { type Session, session } from '#transport/session/session.ts';

/** The country whose spreadsheets a customer has: where they registered, else where they are. */
export const csvCountryOf = ({
  user,
  country,
}: Pick<Session, 'country'> & {
  readonly user: { readonly country_code: string } | null;
}): string => user?.country_code || country;

/** How the customer's CSV files are separated. */
export const csvStyleNow = (): CsvStyle => csvStyleFor(csvCountryOf(session));
