import type { Geolocation } from '#core/money/region.ts';
import { countries } from './countries.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** An ISO 3166 code in capitals, or undefined: CDNs use `XX` and `T1` for unknown. */
export function countryCode(text: string | undefined): string | undefined {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' && names.of(code) !== undefined
    ? code
    : undefined;
}

/** A place with the facts of its country; `known` overrides them from a better source. */
export function placeOf(
  ip: string,
  code: string | undefined,
  known: { readonly continent?: string; readonly timezone?: string } = {},
): Geolocation {
  const country = code === undefined ? undefined : countries[code];
  return {
    ip,
    country: code ?? '',
    countryName: code === undefined ? '' : (names.of(code) ?? ''),
    continentCode: known.continent ?? country?.continent ?? '',
    currency: country?.currency ?? '',
    timezone: known.timezone ?? country?.timezone ?? '',
    countryCode: code ?? '',
    inEu: country?.inEu ?? false,
  };
}
