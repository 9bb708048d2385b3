import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Geolocation } from '#core/money/region.ts';
import type { Call } from '#server/api/handling/handler.ts';
import type { Deps } from '#server/deps.ts';
import { addressOf } from '#server/middleware/address.ts';

/** The location of an endpoint's caller, from the same party as the page's own. */
export const placeOfCaller = ({ deps, ip, header }: Call): Promise<Geolocation> =>
  deps.parties.geolocation.locate({
    ip,
    header,
    query: () => undefined,
    cookie: (name) => parse(header('cookie') ?? '', name)[name],
  });

/** The location of a visitor who asks for a page, or for their place itself. */
export const placeOfVisitor = (
  { parties, config }: Pick<Deps, 'parties' | 'config'>,
  context: Context,
): Promise<Geolocation> =>
  parties.geolocation.locate({
    ip: addressOf(config, context),
    header: (name) => context.req.header(name),
    query: (name) => context.req.query(name),
    cookie: (name) => getCookie(context, name),
  });
