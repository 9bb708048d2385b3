import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

/** This build's shell, pages and assets, taken along at installation and never changed after it. */
const controller = new PrecacheController();

export const precacheName = controller.strategy.cacheName;

type Entries = readonly (PrecacheEntry | string)[];

/** A short name of a build, different whenever anything it brings along is (FNV-1a, 32 bits). */
export function buildOf(entries: Entries): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(entries)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

export const declarePrecache = (entries: Entries): void => controller.addToCacheList([...entries]);

export const installPrecache = async (event: ExtendableEvent): Promise<void> => {
  await controller.install(event);
};

/** Removes what only earlier builds had. */
export const cleanPrecache = async (event: ExtendableEvent): Promise<void> => {
  await controller.activate(event);
};

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
