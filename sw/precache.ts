import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { precacheNameOf } from './builds.ts';

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

export async function installPrecache(event: ExtendableEvent): Promise<void> {
  // What could not be taken along is downloaded.
  await takeAlong().catch(() => undefined);
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
