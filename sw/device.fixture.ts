export const ORIGIN = 'https://kopa.example';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

interface Stored {
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

/** A browser's Cache Storage in memory. */
export function memoryCaches() {
  const all = new Map<string, Map<string, Stored>>();
  const open = async (name: string): Promise<Cache> => {
    const entries = all.get(name) ?? new Map<string, Stored>();
    all.set(name, entries);
    const cache: Pick<Cache, 'match' | 'put' | 'delete'> = {
      match: async (key) => {
        const found = entries.get(String(key));
        return found && new Response(found.body, { headers: found.headers });
      },
      put: async (key, answer) => {
        const { headers } = answer;
        entries.set(String(key), { body: await answer.arrayBuffer(), headers });
      },
      delete: async (key) => entries.delete(String(key)),
    };
    return cache as Cache;
  };
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    /** What a cache holds, as texts by path. */
    texts: (name: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        [...(all.get(name) ?? [])].map(([key, { body }]) => [
          new URL(key).pathname,
          new TextDecoder().decode(body),
        ]),
      ),
    /** As a disk or a person would change it, unseen by the worker. */
    tamper: (name: string, path: string, text: string | undefined): void => {
      const entries = all.get(name);
      const key = [...(entries?.keys() ?? [])].find((one) => new URL(one).pathname === path);
      if (!key) throw new Error(`${name} has no ${path}`);
      if (text === undefined) entries?.delete(key);
      else entries?.set(key, { body: bytesOf(text).buffer, headers: new Headers() });
    },
  };
}

type Answerer = () => Response;

/** The server of a build, behind the browser's HTTP cache. */
export function site(files: Readonly<Record<string, string>>) {
  const wrong = new Map<string, Answerer>();
  const httpCache = new Map<string, Answerer>();
  const asked: string[] = [];
  let down = false;
  return {
    asked,
    /** From here on the server answers this path otherwise; undefined: rightly again. */
    answerWith(path: string, answerer: Answerer | undefined): void {
      if (answerer) wrong.set(path, answerer);
      else wrong.delete(path);
    },
    /** The browser's HTTP cache holds this for the path. */
    hold: (path: string, answerer: Answerer) => httpCache.set(path, answerer),
    goDown(is: boolean): void {
      down = is;
    },
    fetch: async (url: string, { cache }: RequestInit): Promise<Response> => {
      const { pathname } = new URL(url);
      const held = cache === 'default' ? httpCache.get(pathname) : undefined;
      if (held) return held();
      asked.push(pathname);
      if (down) throw new TypeError('Failed to fetch');
      const text = files[pathname];
      return (
        wrong.get(pathname)?.() ?? new Response(text, { status: text === undefined ? 404 : 200 })
      );
    },
  };
}

/** An answer whose body ends before the length that its header promised. */
export const brokenOff = (text: string): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytesOf(text));
        controller.error(new TypeError('net::ERR_CONTENT_LENGTH_MISMATCH'));
      },
    }),
  );
