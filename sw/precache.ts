import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { precacheNameOf } from './builds.ts';
import { inTurns } from './in-turns.ts';

declare const self: ServiceWorkerGlobalScope;

type Entries = readonly (PrecacheEntry | string)[];

/** A short name for a build: a hash (FNV-1a, 32 bits) that differs whenever its files differ. */
function buildOf(entries: Entries): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(entries)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

const entries = self.__WB_MANIFEST;

export const build = buildOf(entries);

const cacheName = precacheNameOf(build);

/**
 * Whether an answer is this build's file: a captive portal answers everything with its own page,
 * and during a rolling deploy another server may answer with another build's file. `key`: its cache
 * key.
 */
async function isOurs(key: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200) return false;
  const integrity = controller.getIntegrityForCacheKey(key);
  // The file is named after its content, so any answer is the right file, unless it is an HTML
  // page.
  if (!integrity) return !answer.headers.get('content-type')?.startsWith('text/html');
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** This build's shell, pages and assets, cached at installation. */
const controller: PrecacheController = new PrecacheController({
  cacheName,
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        const key = controller.getCacheKeyForURL(request.url);
        return key && (await isOurs(key, response)) ? response : null;
      },
    },
  ],
});
controller.addToCacheList([...entries]);

/** Copies files of this build that another build on this device already has, to save downloads. */
async function takeAlong(): Promise<void> {
  const own = await caches.open(cacheName);
  for (const key of controller.getURLsToCacheKeys().values()) {
    if (await own.match(key)) continue;
    const kept = await caches.match(key);
    if (kept && (await isOurs(key, kept))) await own.put(key, kept);
  }
}

/**
 * The number of parallel downloads. The controller downloads one after the other, so a hundred
 * files take a hundred round trips: a minute on a train. The rest of the six connections that a
 * browser opens per server stay free for the page.
 */
const AT_ONCE = 4;

/**
 * Files not named after their content; these bypass the HTTP cache, as it may hold an old version.
 */
const revised = new Set(
  entries.flatMap((entry) => (typeof entry === 'string' || !entry.revision ? [] : [entry.url])),
);

const requestOf = (url: string, integrity: string | undefined): Request =>
  new Request(url, {
    cache: revised.has(new URL(url).pathname) ? 'reload' : 'default',
    credentials: 'same-origin',
    priority: 'low',
    ...(integrity && { integrity }),
  });

function downloadTogether(event: ExtendableEvent): Promise<void> {
  return inTurns(controller.getURLsToCacheKeys(), AT_ONCE, ([url, cacheKey]) => {
    const request = requestOf(url, controller.getIntegrityForCacheKey(cacheKey));
    // A file that is already in the cache is not requested again.
    return Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
  });
}

export async function installPrecache(event: ExtendableEvent): Promise<void> {
  // Files that could not be copied are downloaded.
  await takeAlong().catch(() => undefined);
  // A first visit needs every file soon; an update needs few, and nobody waits for it.
  if (self.registration.active === null) await downloadTogether(event);
  await controller.install(event);
}

export const isPrecached = (url: string): boolean =>
  controller.getCacheKeyForURL(url) !== undefined;

/** A clone of the precached answer; undefined if the file is not in this build or was evicted. */
export const precached = async (url: string): Promise<Response | undefined> => {
  try {
    return await controller.matchPrecache(url);
  } catch {
    // The Cache API itself may fail (private mode, full disk); the network remains.
    return undefined;
  }
};

/** Puts a missing file of this build back into the precache. */
export async function putBack(url: string, response: Response): Promise<void> {
  const key = controller.getCacheKeyForURL(url);
  if (!key) return;
  const copy = response.clone();
  try {
    if (await isOurs(key, copy)) await (await caches.open(cacheName)).put(key, copy);
  } catch {
    // Next time, the file is requested from the network again.
  }
}
