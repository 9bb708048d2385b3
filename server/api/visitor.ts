import { parse } from 'hono/utils/cookie';
import type { Geolocation } from '#core/domain/region.ts';
import type { Call } from './handler.ts';

/** The location of an endpoint's caller, from the same party as the page's own. */
export const placeOfCaller = ({ deps, ip, header }: Call): Promise<Geolocation> =>
  deps.parties.geolocation.locate({
    ip,
    header,
    query: () => undefined,
    cookie: (name) => parse(header('cookie') ?? '', name)[name],
  });
