import { precached, putBack } from './precache.ts';

const SHELL = '/';

/** A precached page; where the browser has evicted it, the server's. */
export async function answerPage(event: FetchEvent, page: string): Promise<Response> {
  const own = await precached(page);
  if (own) return own;
  const response = await fetch(event.request);
  event.waitUntil(putBack(page, response));
  return response;
}

/** What the server has to say is never hidden; without a way to it the app says what it knows. */
export async function answerServerFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await precached(SHELL)) ?? Response.error();
  }
}
