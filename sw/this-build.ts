import { type BuildFile, precacheOf } from './precache.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly BuildFile[] };

/** The files of the build that this worker belongs to; the build writes the list into this place. */
export const precache = precacheOf(self.__WB_MANIFEST, {
  origin: self.location.origin,
  caches: self.caches,
  fetch: (url, init) => self.fetch(url, init),
});
