/**
 * Aborts after `ms`. Unlike `AbortSignal.timeout`, it uses the page's timers, which tests can
 * pause.
 */
export function deadline(ms: number): AbortSignal {
  const control = new AbortController();
  setTimeout(() => control.abort(), ms);
  return control.signal;
}

const silence = (): DOMException => new DOMException('nothing came in time', 'TimeoutError');

export const isSilence = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** Rejects if `work` does not settle within `ms`; what it does goes on. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silence()), ms);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** A file is given up after this long without a byte. */
export const FILE_MS = 30_000;

/** Calls `alive` for each part of an answer that arrives. */
async function follow({ body }: Response, alive: () => void): Promise<void> {
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done) alive();
}

/**
 * Fetches, and gives up once nothing has come for `ms`, be it an answer or a further part of its body (HARD-71). A
 * slow connection is waited for as long as anything arrives. `get`: another way to fetch.
 */
export async function fetchInTime(
  url: string,
  init: RequestInit = {},
  ms = FILE_MS,
  get: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Response> {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(silence()), ms);
  };
  const end = (): void => clearTimeout(timer);
  alive();
  try {
    const answer = await inTime(get(url, { ...init, signal: control.signal }), ms);
    alive();
    follow(answer.clone(), alive).then(end, end);
    return answer;
  } catch (error) {
    end();
    throw error;
  }
}
