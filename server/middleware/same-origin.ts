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

/**
 * Whether a plain form, which has no header of ours, came from a page of this host: by the browser's own
 * word, or, where an older browser says none, by the origin it names. Whoever says neither is refused.
 */
export function isOwnForm(header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(header('origin') ?? '');
  return origin !== null && origin.host === header('host');
}
