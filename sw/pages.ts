import { precached } from './precache.ts';

const SHELL = '/';

/** A precached page; where the browser has evicted it, the server's. */
export const answerPage = async (request: Request, page: string): Promise<Response> =>
  (await precached(page)) ?? fetch(request);

/** What the server has to say is never hidden; without a way to it the app says what it knows. */
export async function answerServerFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await precached(SHELL)) ?? Response.error();
  }
}
