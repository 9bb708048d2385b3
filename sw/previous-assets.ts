import { isPrecached, precacheName } from './precache.ts';

const PREFIX = 'kopa-previous-';

/** The assets that the build before this one still has in the precache. */
async function outgoing(): Promise<readonly Request[]> {
  const cache = await caches.open(precacheName);
  const requests = await cache.keys();
  return requests.filter(
    ({ url }) => new URL(url).pathname.startsWith('/assets/') && !isPrecached(url),
  );
}

/**
 * Copies the outgoing build's assets aside before this one takes over: a tab that still runs the old
 * build can then load the parts it has not needed so far. Without room for it the update goes on.
 */
export async function keepPrevious(build: string): Promise<void> {
  try {
    const requests = await outgoing();
    if (requests.length === 0) return;
    const from = await caches.open(precacheName);
    const aside = await caches.open(PREFIX + build);
    for (const request of requests) {
      const response = await from.match(request);
      if (response) await aside.put(request, response);
    }
  } catch {
    // An old tab that misses a part offers to reload.
  }
}

/** One generation is kept: that of the build this one replaced. */
export async function dropOlder(build: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + build) await caches.delete(name);
  }
}

export async function previousAsset(
  request: Request,
  build: string,
): Promise<Response | undefined> {
  try {
    return await caches.match(request, { cacheName: PREFIX + build });
  } catch {
    return undefined;
  }
}
