import type { Precache } from './precache.ts';

const SHELL = '/';

/** A kept page, or the server's if the browser has evicted it. */
export async function answerPage(
  event: FetchEvent,
  page: string,
  precache: Precache,
): Promise<Response> {
  const own = await precache.match(page);
  if (own) return own;
  const response = await fetch(event.request);
  event.waitUntil(precache.putBack(page, response.clone()));
  return response;
}

/** The server's answer always comes first; if it cannot be reached, the app's shell answers. */
export async function answerServerFirst(request: Request, precache: Precache): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await precache.match(SHELL)) ?? Response.error();
  }
}
