import { precached, putBack } from './precache.ts';

/** The file of another build that is still on this device: its name says what is in it. */
async function ofAnotherBuild(request: Request): Promise<Response | undefined> {
  try {
    return await caches.match(request);
  } catch {
    return undefined;
  }
}

/** This build's file, else another build's, else the network: a missing one is a plain 404. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const own = await precached(request.url);
  if (own) return own;
  const found = (await ofAnotherBuild(request)) ?? (await fetch(request));
  event.waitUntil(putBack(request.url, found));
  return found;
}
