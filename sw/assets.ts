import { FILE_MS, inTime } from '#platform/time/deadline.ts';
import type { Precache } from './precache.ts';

/** A file that another build left on this device, for tabs that still run that build. */
async function ofAnotherBuild(request: Request): Promise<Response | undefined> {
  try {
    return await caches.match(request);
  } catch {
    return undefined;
  }
}

const fromServer = (request: Request): Promise<Response> => inTime(fetch(request), FILE_MS);

/** This build's file, from the device or the server; else another build's; else what the server has. */
export async function answerAsset(request: Request, precache: Precache): Promise<Response> {
  const own = await precache.match(request.url);
  if (own) return own;
  if (!precache.has(request.url)) return (await ofAnotherBuild(request)) ?? fromServer(request);
  const restored = await precache.restore(request.url);
  if (restored) return restored;
  // A wrong script or style would break the page for good; a picture of a newer build does no harm.
  return new URL(request.url).pathname.startsWith('/assets/')
    ? Response.error()
    : fromServer(request);
}
