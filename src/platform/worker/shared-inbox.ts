/**
 * Content shared with the installed app, on its way from the service worker to the page (LIVE-04). It stays
 * on the device, can be taken once, and is discarded after ten minutes.
 */

const CACHE = 'kopa-shared';
const KEY = '/pay/shared';
const LIFE_MS = 10 * 60_000;

/** A larger picture is not accepted. */
export const LARGEST_PICTURE = 10_000_000;

export interface Shared {
  readonly text: string;
  /** Empty if no picture was shared. */
  readonly picture: Blob;
  readonly tooLarge: boolean;
  /** The website that sent it, empty if it hides its name; undefined if nothing says that it was a website. */
  readonly site?: string | undefined;
}

type InboxCaches = Pick<CacheStorage, 'open' | 'delete'>;

const TEXT = 'x-text';
const AT = 'x-at';
const TOO_LARGE = 'x-too-large';
const SITE = 'x-site';

export async function keepShared(caches: InboxCaches, shared: Shared, now: number): Promise<void> {
  const headers = {
    [TEXT]: encodeURIComponent(shared.text),
    [AT]: String(now),
    [TOO_LARGE]: String(shared.tooLarge),
    ...(shared.site !== undefined && { [SITE]: encodeURIComponent(shared.site) }),
  };
  const cache = await caches.open(CACHE);
  await cache.put(KEY, new Response(shared.picture, { headers }));
}

/** Undefined if nothing was shared, it was taken already, or it is too old. */
export async function takeShared(caches: InboxCaches, now: number): Promise<Shared | undefined> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(KEY);
  await caches.delete(CACHE);
  if (!kept || !(now - Number(kept.headers.get(AT)) < LIFE_MS)) return undefined;
  const site = kept.headers.get(SITE);
  return {
    text: decodeURIComponent(kept.headers.get(TEXT) ?? ''),
    picture: await kept.blob(),
    tooLarge: kept.headers.get(TOO_LARGE) === 'true',
    ...(site !== null && { site: decodeURIComponent(site) }),
  };
}
