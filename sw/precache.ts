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

/** This build's shell, pages and assets, taken along at installation. */
const controller = new PrecacheController({ cacheName });
controller.addToCacheList([...entries]);

/** Takes along what another build on this device has of this one, so that it is not downloaded again. */
async function takeAlong(): Promise<void> {
  const own = await caches.open(cacheName);
  for (const key of controller.getURLsToCacheKeys().values()) {
    if (await own.match(key)) continue;
    const kept = await caches.match(key);
    if (kept) await own.put(key, kept);
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

const requestOf = (url: string): Request =>
  new Request(url, {
    cache: revised.has(new URL(url).pathname) ? 'reload' : 'default',
    credentials: 'same-origin',
    priority: 'low',
  });

function downloadTogether(event: ExtendableEvent): Promise<void> {
  return inTurns(controller.getURLsToCacheKeys(), AT_ONCE, ([url, cacheKey]) =>
    // One that is kept already is not asked for again.
    Promise.all(
      controller.strategy.handleAll({ params: { cacheKey }, request: requestOf(url), event }),
    ),
  );
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
  if (!key || response.status !== 200) return;
  const copy = response.clone();
  try {
    await (await caches.open(cacheName)).put(key, copy);
  } catch {
    // It is asked of the network the next time as well.
  }
}
