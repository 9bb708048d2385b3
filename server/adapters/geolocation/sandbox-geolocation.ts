import type { Locator } from './geolocation.ts';
import { countryCode, placeOf } from './place.ts';

/** The sandbox twin: the country from the query or cookie, else the configured one. */
export function sandboxLocator(defaultCountry: string): Locator {
  return {
    locate: (visitor) =>
      placeOf(
        visitor.ip,
        countryCode(visitor.query('country')) ??
          countryCode(visitor.cookie('country')) ??
          countryCode(defaultCountry),
      ),
  };
}
