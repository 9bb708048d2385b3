import { ofetch } from 'ofetch';
import { safeParse } from 'valibot';
import { geolocation, geolocationPath } from '#core/contract/geolocation.ts';
import { type Geolocation, marketCurrencyOf } from '#core/domain/region.ts';
import { reportSilence } from '#platform/network.ts';
import { browserTimeZone } from '#platform/time-zone.ts';
import type { Place } from './session.ts';

/**
 * A guess at the continent from a time zone's name, for when the service gives nothing (NET-05).
 */
export const continentOfTimeZone = (timeZone: string): string => {
  if (timeZone.startsWith('Europe/')) return 'EU';
  return timeZone.startsWith('Australia/') || timeZone.startsWith('Pacific/') ? 'OC' : '';
};

/** The place of a visitor whose location is unknown. */
export const nowhere: Geolocation = {
  ip: '',
  country: '',
  countryName: '',
  continentCode: '',
  currency: '',
  timezone: '',
  countryCode: '',
  inEu: false,
};

/**
 * Where the visitor is; every field is empty if the service does not know. Undefined if there was
 * no answer of our server.
 */
export async function locate(): Promise<Geolocation | undefined> {
  try {
    const answer: unknown = await ofetch(geolocationPath, { retry: 0, timeout: 5_000 });
    const parsed = safeParse(geolocation, answer);
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (Object(error).response) return nowhere;
    // Finds out whether the server can be reached at all.
    void reportSilence();
    return undefined;
  }
}

/** What the session keeps of a place: missing parts come from the browser and the continent. */
export function placeOf(found: Geolocation, timeZone = browserTimeZone()): Place {
  const continentCode = found.continentCode || continentOfTimeZone(timeZone);
  return {
    country: found.country || found.countryCode,
    countryName: found.countryName,
    continentCode,
    currencyName: marketCurrencyOf({ currency: found.currency, continentCode }),
    timeZone: timeZone || found.timezone,
  };
}

export const loadPlace = async (): Promise<Place> => placeOf((await locate()) ?? nowhere);
