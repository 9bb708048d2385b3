import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import type { Locator } from './geolocation.ts';
import { countryCode, placeOf } from './place.ts';

type LookUp = (ip: string) => CityResponse | undefined;

function maxMind(file: string): LookUp {
  const reader = new Reader<CityResponse>(readFileSync(file));
  // The reader would look up a malformed address as 0.0.0.0.
  return (ip) => (isIP(ip) === 0 ? undefined : (reader.get(ip) ?? undefined));
}

/**
 * The real locator: the country header that the operator's CDN sets, else a MaxMind file. The CDN must
 * overwrite the header, or visitors could choose their country.
 */
export function edgeLocator(settings: {
  readonly header: string;
  readonly maxMindFile: string;
}): Locator {
  const lookUp: LookUp = settings.maxMindFile ? maxMind(settings.maxMindFile) : () => undefined;
  return {
    locate(visitor) {
      const found = lookUp(visitor.ip);
      const byHeader = settings.header ? countryCode(visitor.header(settings.header)) : undefined;
      const byAddress = countryCode(found?.country?.iso_code);
      const code = byHeader ?? byAddress;
      const continent = found?.continent?.code;
      const timezone = found?.location?.time_zone;
      return placeOf(visitor.ip, code, {
        ...(continent && code === byAddress ? { continent } : {}),
        ...(timezone && code === byAddress ? { timezone } : {}),
      });
    },
  };
}
