import { precached, putBack } from './precache.ts';

const SHELL = '/';

/** A precached page, or the server's if the browser has evicted it. */
export async function answerPage(event: FetchEvent, page: string): Promise<Response> {
  const own = await precached(page);
  if (own) return own;
  const response = await fetch(event.request);
  event.waitUntil(putBack(page, response));
  return response;
}

/** The server's answer always comes first; if it cannot be reached, the app's shell answers. */
export async function answerServerFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await precached(SHELL)) ?? Response.error();
  }
}
