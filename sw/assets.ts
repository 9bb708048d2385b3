import { precached, putBack } from './precache.ts';

/**
 * A file that another build left on this device. Its content is the same, as the name is a hash of
 * it.
 */
async function ofAnotherBuild(request: Request): Promise<Response | undefined> {
  try {
    return await caches.match(request);
  } catch {
    return undefined;
  }
}

/** This build's file, else another build's, else the server's; a missing file is a plain 404. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const own = await precached(request.url);
  if (own) return own;
  const found = (await ofAnotherBuild(request)) ?? (await fetch(request));
  event.waitUntil(putBack(request.url, found));
  return found;
}
