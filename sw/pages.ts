import { FILE_MS, inTime } from '#platform/time/deadline.ts';
import type { Precache } from './precache.ts';

const SHELL = '/';

/** The shell waits this long for a server that it is able to answer for. */
const PATIENCE_MS = 5_000;

interface Asked {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

/** A kept page, or the server's if the browser has evicted it. */
export async function answerPage(
  event: Asked,
  page: string,
  precache: Precache,
): Promise<Response> {
  const own = await precache.match(page);
  if (own) return own;
  const response = await inTime(fetch(event.request), FILE_MS);
  event.waitUntil(precache.putBack(page, response.clone()));
  return response;
}

/**
 * The server's answer comes first; if it cannot be reached or says nothing in time, the app's shell answers, whose
 * page asks the server itself (HARD-71).
 */
export async function answerServerFirst(request: Request, precache: Precache): Promise<Response> {
  const asked = fetch(request);
  try {
    return await inTime(asked, PATIENCE_MS);
  } catch {
    const shell = await precache.match(SHELL);
    return shell ?? inTime(asked, FILE_MS).catch(() => Response.error());
  }
}
