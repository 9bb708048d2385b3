import { parse } from 'hono/utils/cookie';
import type { Geolocation } from '#core/domain/region.ts';
import type { Call } from './handler.ts';

/** Where the caller of an endpoint is, by the same party the page asks. */
export const placeOfCaller = ({ deps, ip, header }: Call): Promise<Geolocation> =>
  deps.parties.geolocation.locate({
    ip,
    header,
    query: () => undefined,
    cookie: (name) => parse(header('cookie') ?? '', name)[name],
  });
