import * as v from 'valibot';

/** Where a page asks for the visitor's place: a plain GET, without envelope and session. */
export const geolocationPath = '/api/geolocation';

/** The visitor's place. Unknown fields are empty. */
export const geolocation = v.object({
  ip: v.string(),
  country: v.string(),
  countryName: v.string(),
  continentCode: v.string(),
  currency: v.string(),
  timezone: v.string(),
  countryCode: v.string(),
  inEu: v.boolean(),
});
