import * as v from 'valibot';
import { decimal } from './schemas.ts';

/** The visitor's place. Empty strings where it is not known. */
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

/** Units of each currency per one USD. `date` is the day the rates are of. */
export const forex = v.object({
  base: v.literal('USD'),
  date: v.string(),
  rates: v.record(v.string(), decimal),
});
export type Forex = v.InferOutput<typeof forex>;
