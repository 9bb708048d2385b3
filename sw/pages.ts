import { isPrecached, precached, putBack } from './precache.ts';

const SHELL = '/';

const ASSET = /\/assets\/[\w.-]+\.(?:js|css)\b/g;

/** Keeps a page again, unless it is another build's by now: its parts would not be here offline. */
async function keepPage(page: string, response: Response): Promise<void> {
  const parts = (await response.clone().text()).match(ASSET) ?? [];
  if (parts.every(isPrecached)) await putBack(page, response);
}

/** A precached page; where the browser has evicted it, the server's. */
export async function answerPage(event: FetchEvent, page: string): Promise<Response> {
  const own = await precached(page);
  if (own) return own;
  const response = await fetch(event.request);
  event.waitUntil(keepPage(page, response.clone()));
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
