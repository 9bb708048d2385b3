import type { Geolocation } from '#core/domain/region.ts';
import type { Call } from '#server/api/handler.ts';

/** Where the caller of an endpoint is, by the same party the page asks. */
export function placeOfCaller(call: Call): Geolocation {
  const cookies = new Map(
    (call.header('cookie') ?? '').split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  return call.deps.parties.geolocation.locate({
    ip: call.ip,
    header: call.header,
    query: () => undefined,
    cookie: (name) => cookies.get(name),
  });
}
