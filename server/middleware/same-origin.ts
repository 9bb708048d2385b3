import { forbidden } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

const COOKIE = /(?:^|;\s*)XSRF-TOKEN=([0-9a-f]{32})(?:;|$)/;

/**
 * Refuses what another site sent: the header must repeat the cookie, which only a page of this
 * origin can read (NET-03), and a browser that says the request crosses sites is believed.
 */
export function refuseCrossSite(header: (name: string) => string | undefined): Refused | undefined {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden();
  const cookie = COOKIE.exec(header('cookie') ?? '')?.[1];
  return cookie !== undefined && cookie === header('x-xsrf-token') ? undefined : forbidden();
}
