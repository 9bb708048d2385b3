import { API_BASE } from '#core/contract/endpoint.ts';
import { forexPath } from '#core/contract/market/forex.ts';
import { matchRoute, normalizePath, sharePath } from '#core/routes.ts';
import { EPOCH_HEADER, type SnapshotName, snapshotPaths } from '#core/snapshot.ts';

/** How the worker handles a request. Any other request goes to the network untouched. */
export type Concern =
  /** A separate document or the app's shell, named by its address in the precache. */
  | { readonly kind: 'page'; readonly page: string }
  /** The server is asked first: for a payment's return pages, and for paths without a route. */
  | { readonly kind: 'server-first' }
  /** Something that another app shares to this one. */
  | { readonly kind: 'shared' }
  | { readonly kind: 'asset' }
  | { readonly kind: 'forex' }
  | { readonly kind: 'snapshot'; readonly name: SnapshotName; readonly epoch: string };

/**
 * The parts of a request that the decision depends on, so that it can be tested outside a worker.
 */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

const names = Object.keys(snapshotPaths) as readonly SnapshotName[];

function snapshotRead(asked: Asked, path: string): Concern | undefined {
  const name = names.find((one) => path === `${API_BASE}${snapshotPaths[one]}`);
  const epoch = asked.headers.get(EPOCH_HEADER);
  return name && epoch ? { kind: 'snapshot', name, epoch } : undefined;
}

/** Pages and files that only the server has; the app cannot stand in for them offline. */
const SERVERS_OWN = /^\/(api|sandbox|not-me|healthz|livez|readyz)(\/|$)|\./;

/**
 * The route table is the allow-list. The server answers unknown paths; if it cannot be reached, the
 * app says that there is no such page, rather than leave the browser to report that there is no
 * network.
 */
function navigation(path: string): Concern | undefined {
  const access = matchRoute(path)?.access;
  if (access === undefined) return SERVERS_OWN.test(path) ? undefined : { kind: 'server-first' };
  if (access === 'return') return { kind: 'server-first' };
  return { kind: 'page', page: access === 'document' ? normalizePath(path) : '/' };
}

/** `isPrecached` tells whether this build's precache contains an address. */
export function concernOf(
  asked: Asked,
  origin: string,
  isPrecached: (url: string) => boolean,
): Concern | undefined {
  const url = new URL(asked.url);
  if (url.origin !== origin || asked.headers.get('range') !== null) return undefined;
  if (asked.method === 'POST') {
    return asked.mode === 'navigate' && url.pathname === sharePath
      ? { kind: 'shared' }
      : snapshotRead(asked, url.pathname);
  }
  if (asked.method !== 'GET') return undefined;
  if (asked.mode === 'navigate') return navigation(url.pathname);
  if (url.pathname === forexPath && url.search === '?base=USD') return { kind: 'forex' };
  if (url.pathname.startsWith('/assets/') || isPrecached(asked.url)) return { kind: 'asset' };
  return undefined;
}
