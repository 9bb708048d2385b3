import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { precacheNameOf } from './builds.ts';
import { inTurns } from './in-turns.ts';

declare const self: ServiceWorkerGlobalScope;

type Entries = readonly (PrecacheEntry | string)[];

/** A short name of a build, different whenever anything it brings along is (FNV-1a, 32 bits). */
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
 * Whether an answer is this build's file: a captive portal gives a page of its own for everything, and
 * while a deploy goes round, another server gives another build's. `key`: of the cache.
 */
async function isOurs(key: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200) return false;
  const integrity = controller.getIntegrityForCacheKey(key);
  // Named after what is in it: whoever has a file of that name has this one, or a page that says otherwise.
  if (!integrity) return !answer.headers.get('content-type')?.startsWith('text/html');
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** This build's shell, pages and assets, taken along at installation. */
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

/** Takes along what another build on this device has of this one, so that it is not downloaded again. */
async function takeAlong(): Promise<void> {
  const own = await caches.open(cacheName);
  for (const key of controller.getURLsToCacheKeys().values()) {
    if (await own.match(key)) continue;
    const kept = await caches.match(key);
    if (kept && (await isOurs(key, kept))) await own.put(key, kept);
  }
}

/**
 * Downloads at the same time. One after the other, as the controller does it, a hundred files wait for a
 * hundred answers: a minute on a train. The page keeps the rest of a server's six connections.
 */
const AT_ONCE = 4;

/** Files named after their content are what they were; others are asked of the server itself. */
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
    // One that is kept already is not asked for again.
    return Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
  });
}

export async function installPrecache(event: ExtendableEvent): Promise<void> {
  // What could not be taken along is downloaded.
  await takeAlong().catch(() => undefined);
  // A first visit needs every file and waits for them; an update needs few, and nobody waits for it.
  if (self.registration.active === null) await downloadTogether(event);
  await controller.install(event);
}

export const isPrecached = (url: string): boolean =>
  controller.getCacheKeyForURL(url) !== undefined;

/** A clone of the precached answer; undefined where it is none of this build's, or was evicted. */
export const precached = async (url: string): Promise<Response | undefined> => {
  try {
    return await controller.matchPrecache(url);
  } catch {
    // The Cache API itself may fail (private mode, full disk); the network is still there.
    return undefined;
  }
};

/** Keeps a file of this build again that was missing. */
export async function putBack(url: string, response: Response): Promise<void> {
  const key = controller.getCacheKeyForURL(url);
  if (!key) return;
  const copy = response.clone();
  try {
    if (await isOurs(key, copy)) await (await caches.open(cacheName)).put(key, copy);
  } catch {
    // It is asked of the network the next time as well.
  }
}
