import { safeParse } from 'valibot';
import { geolocation, geolocationPath } from '#core/contract/market/geolocation.ts';
import { type Geolocation, marketCurrencyOf } from '#core/money/region.ts';
import { parseJson } from '#platform/kept/storage.ts';
import { reportSilence } from '#platform/page/online.ts';
import { deadline } from '#platform/time/deadline.ts';
import { browserTimeZone } from '#platform/time/time-zone.ts';
import { http } from '#transport/calls/http.ts';
import type { SignInPlace } from './session.ts';

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

/** How long forms wait for the place; they work without it. */
const PLACE_MS = 5_000;

/**
 * Where the visitor is; every field is empty if the service does not know. Undefined if there was
 * no answer of our server.
 */
export async function locate(): Promise<Geolocation | undefined> {
  try {
    const answer = await http.raw<string>(geolocationPath, { signal: deadline(PLACE_MS) });
    if (!answer.ok) return nowhere;
    const parsed = safeParse(geolocation, parseJson(answer._data));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Finds out whether the server can be reached at all.
    void reportSilence();
    return undefined;
  }
}

/** What the session keeps of a place: missing parts come from the browser and the continent. */
export function placeOf(found: Geolocation, timeZone = browserTimeZone()): SignInPlace {
  const continentCode = found.continentCode || continentOfTimeZone(timeZone);
  return {
    country: found.country || found.countryCode,
    countryName: found.countryName,
    continentCode,
    currencyName: marketCurrencyOf({ currency: found.currency, continentCode }),
    timeZone: timeZone || found.timezone,
  };
}

export const loadPlace = async (): Promise<SignInPlace> => placeOf((await locate()) ?? nowhere);
