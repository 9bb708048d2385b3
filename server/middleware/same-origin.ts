import { cookiesBlocked, forbidden } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

const COOKIE = /(?:^|;\s*)XSRF-TOKEN=([0-9a-f]{32})(?:;|$)/;
const TOKEN = /^[0-9a-f]{32}$/;

/**
 * Refuses requests from other sites: the header must repeat the cookie, which only a page of this origin can
 * read (NET-03), and the browser must not declare the request cross-site.
 */
export function refuseCrossSite(header: (name: string) => string | undefined): Refused | undefined {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden();
  const cookie = COOKIE.exec(header('cookie') ?? '')?.[1];
  // The page creates cookie and header together: if only the cookie is missing, the browser blocks cookies.
  if (cookie === undefined && TOKEN.test(header('x-xsrf-token') ?? '')) return cookiesBlocked();
  return cookie !== undefined && cookie === header('x-xsrf-token') ? undefined : forbidden();
}

/**
 * Whether a plain form, which cannot set a header, comes from a page of this host: by Sec-Fetch-Site, or in
 * older browsers by Origin. A request with neither is refused.
 */
export function isOwnForm(header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(header('origin') ?? '');
  return origin !== null && origin.host === header('host');
}
