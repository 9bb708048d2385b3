import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import type { Now } from '#server/adapters/party/clock.ts';
import { type Log, silentLog } from '#server/base/log.ts';
import type { Locator } from './geolocation.ts';
import { countryCode, placeOf } from './place.ts';

type LookUp = (ip: string) => CityResponse | undefined;

interface Tools {
  readonly now: Now;
  readonly log: Log;
}

/** How often the file is looked at: a newer one counts without a restart (HARD-98). */
const LOOK_MS = 600_000;

function maxMind(file: string, { now, log }: Tools): LookUp {
  let made = statSync(file).mtimeMs;
  let reader = new Reader<CityResponse>(readFileSync(file));
  let lookedAt = now();
  let failures = 0;
  const renew = async (): Promise<void> => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs !== made) reader = new Reader<CityResponse>(await readFile(file));
    made = mtimeMs;
    failures = 0;
  };
  // One that is just being written cannot be read: that of before counts, and only a second failure in a row is told.
  const failed = (): void => {
    failures += 1;
    if (failures === 2) log.warn('newer file of places not read');
  };
  return (ip) => {
    if (now() - lookedAt >= LOOK_MS) {
      lookedAt = now();
      renew().catch(failed);
    }
    // The reader would look up a malformed address as 0.0.0.0.
    return isIP(ip) === 0 ? undefined : (reader.get(ip) ?? undefined);
  };
}

/**
 * The real locator: the country header that the operator's CDN sets, else a MaxMind file. The CDN must
 * overwrite the header, or visitors could choose their country.
 */
export function edgeLocator(
  settings: {
    readonly header: string;
    readonly maxMindFile: string;
  },
  { now = Date.now, log = silentLog }: Partial<Tools> = {},
): Locator {
  const lookUp: LookUp = settings.maxMindFile
    ? maxMind(settings.maxMindFile, { now, log })
    : () => undefined;
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
