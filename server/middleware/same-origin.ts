import { cookiesBlocked, forbidden } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

const COOKIE = /(?:^|;\s*)XSRF-TOKEN=([0-9a-f]{32})(?:;|$)/;
const TOKEN = /^[0-9a-f]{32}$/;

/**
 * Refuses what another site sent: the header must repeat the cookie, which only a page of this
 * origin can read (NET-03), and a browser that says the request crosses sites is believed.
 */
export function refuseCrossSite(header: (name: string) => string | undefined): Refused | undefined {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden();
  const cookie = COOKIE.exec(header('cookie') ?? '')?.[1];
  // The page makes the pair itself: where only the cookie is missing, the browser keeps none.
  if (cookie === undefined && TOKEN.test(header('x-xsrf-token') ?? '')) return cookiesBlocked();
  return cookie !== undefined && cookie === header('x-xsrf-token') ? undefined : forbidden();
}
