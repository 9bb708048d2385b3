import type { MarketCurrency } from './currencies.ts';

/** The visitor's place, from the geolocation service. */
export interface Geolocation {
  readonly ip: string;
  readonly country: string;
  readonly countryName: string;
  readonly continentCode: string;
  readonly currency: string;
  readonly timezone: string;
  readonly countryCode: string;
  readonly inEu: boolean;
}

/** NET-07: Europe EUR, Oceania AUD, others USD. */
export const currencyOfContinent = (continentCode: string): MarketCurrency =>
  continentCode === 'EU' ? 'EUR' : continentCode === 'OC' ? 'AUD' : 'USD';

/**
 * The market currency of a place: EUR, AUD, else USD. If the service could not name a currency,
 * the continent decides (NET-05).
 */
export function marketCurrencyOf(place: {
  readonly currency: string;
  readonly continentCode: string;
}): MarketCurrency {
  if (place.currency === 'EUR' || place.currency === 'AUD') return place.currency;
  return place.currency === '' ? currencyOfContinent(place.continentCode) : 'USD';
}

interface Customer {
  readonly user: { readonly currency_code: string } | null;
  /** Where they are. */
  readonly currencyName: string;
  readonly continentCode: string;
}

const isMarketCurrency = (code: string | undefined): code is MarketCurrency =>
  code === 'USD' || code === 'EUR' || code === 'AUD';

/**
 * The market a customer trades in: their account's, wherever they are; the server offers, prices and limits
 * by it. The current place decides only for an account without one.
 */
export function marketOf({ user, currencyName, continentCode }: Customer): MarketCurrency {
  const home = user?.currency_code;
  return isMarketCurrency(home)
    ? home
    : marketCurrencyOf({ currency: currencyName, continentCode });
}

/** Registration is open where the geolocated currency is AUD or EUR. */
export const registrationOpen = (currency: string): boolean =>
  currency === 'AUD' || currency === 'EUR';
