import { precached } from './precache.ts';

const SHELL = '/';

/** A precached page; where the browser has evicted it, the server's. */
export const answerPage = async (request: Request, page: string): Promise<Response> =>
  (await precached(page)) ?? fetch(request);

/**
 * Where a payment comes back to. What the server has to say about it is never hidden; without a way
 * to the server the app says what it knows.
 */
export async function answerReturn(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await precached(SHELL)) ?? Response.error();
  }
}
