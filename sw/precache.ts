import { FILE_MS, fetchInTime, isSilence } from '#platform/time/deadline.ts';
import type { MendAnswer } from '#platform/worker/worker-messages.ts';
import { precacheNameOf } from './builds.ts';
import { inTurns } from './in-turns.ts';

/** A file of a build, as the build lists it. */
export interface BuildFile {
  /** Its address, as a path. */
  readonly url: string;
  /** Null if the file is named after its content. */
  readonly revision: string | null;
  /** The digest of its content, in the format of the `integrity` attribute. */
  readonly integrity: string;
}

/** The worker's environment; tests bring their own. */
export interface Surroundings {
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'keys' | 'open'>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The files of one build on this device. Only files with the digest that the build lists are kept. */
export interface Precache {
  /** A short name for the build, which differs whenever its files differ. */
  readonly build: string;
  has(url: string): boolean;
  /** A kept file; undefined if it is not of this build, or not on the device. */
  match(url: string): Promise<Response | undefined>;
  /**
   * A missing file of this build, from another build on the device or from the server, and kept from
   * now on. Undefined if the server has another file there; throws if the server cannot be reached.
   */
  restore(url: string): Promise<Response | undefined>;
  /** Keeps an answer if it is the file of this build. */
  putBack(url: string, answer: Response): Promise<void>;
  /** Stores every file, `atOnce` at a time. Throws if one cannot be fetched; a later call continues. */
  install(atOnce: number): Promise<void>;
  /** Fetches missing files; the first time in a worker's life, it also replaces bad ones. */
  complete(): Promise<void>;
  /** Looks at every kept file, removes bad ones and fetches what is missing. */
  mend(): Promise<MendAnswer>;
}

/** A hash (FNV-1a, 32 bits). */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/**
 * Whether an answer is the file that the build lists. A captive portal answers everything with its
 * own page, a broken proxy or disk cuts files short, and during a rolling deploy another server may
 * answer with another build's file.
 */
async function isRight({ integrity }: BuildFile, answer: Response): Promise<boolean> {
  if (answer.status !== 200) return false;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
    return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  } catch {
    // The body broke off.
    return false;
  }
}

/** Browsers refuse a redirected response as a page, so it is copied. */
const keepable = (answer: Response): Response =>
  answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;

/** After so many failed files, the server has another build or there is no network. */
const ENOUGH_FAILURES = 3;

export function precacheOf(
  files: readonly BuildFile[],
  { origin, caches, fetch }: Surroundings,
): Precache {
  const listed = new Map(files.map((file) => [new URL(file.url, origin).href, file]));
  const build = shortHash(JSON.stringify(files));
  const own = (): Promise<Cache> => caches.open(precacheNameOf(build));
  /**
   * The revision is part of the key: a page with new headers is another file. The server is asked by it, too,
   * so that one of another build answers with this build's file or not at all.
   */
  const keyOf = (url: string, { revision }: BuildFile): string =>
    revision === null ? url : `${url}?__WB_REVISION__=${revision}`;
  /** Files that were checked in this life of the worker. */
  const sound = new Set<string>();

  /** A copy from another build on this device, to save the download. */
  async function fromAnotherBuild(url: string, file: BuildFile): Promise<Response | undefined> {
    try {
      for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).match(keyOf(url, file));
        if (kept && (await isRight(file, kept))) return kept;
      }
    } catch {
      // The cache of another build cannot be read; the network remains.
    }
    return undefined;
  }

  /** The browser may hold a bad file for as long as it may hold the right one: a year. */
  async function fromServer(url: string, file: BuildFile): Promise<Response | undefined> {
    const ways = file.revision === null ? (['default', 'reload'] as const) : (['reload'] as const);
    for (const cache of ways) {
      const init = { cache, credentials: 'same-origin', priority: 'low' } as const;
      const ask = (): Promise<Response> => fetchInTime(keyOf(url, file), init, FILE_MS, fetch);
      // One request that the network swallows must not keep the installation from ending.
      const answer = await ask().catch((error: unknown) => {
        if (!isSilence(error)) throw error;
        return ask();
      });
      if (await isRight(file, answer)) return keepable(answer);
    }
    return undefined;
  }

  const found = async (url: string, file: BuildFile): Promise<Response | undefined> =>
    (await fromAnotherBuild(url, file)) ?? (await fromServer(url, file));

  async function keep(url: string, file: BuildFile, answer: Response): Promise<void> {
    await (await own()).put(keyOf(url, file), answer);
    sound.add(url);
  }

  /** Whether the device has the file; a bad one is removed. */
  async function isKept(url: string, file: BuildFile): Promise<boolean> {
    const cache = await own();
    const kept = await cache.match(keyOf(url, file));
    if (!kept) return false;
    if (sound.has(url)) return true;
    if (await isRight(file, kept)) {
      sound.add(url);
      return true;
    }
    await cache.delete(keyOf(url, file));
    return false;
  }

  async function ensure(url: string, file: BuildFile): Promise<void> {
    const answer = await found(url, file);
    if (!answer) throw new TypeError(`the server has another file at ${file.url}`);
    await keep(url, file, answer);
  }

  async function lookAtAll(): Promise<MendAnswer> {
    let mended = false;
    let failures = 0;
    for (const [url, file] of listed) {
      if (await isKept(url, file)) continue;
      try {
        await ensure(url, file);
        mended = true;
      } catch {
        failures += 1;
        if (failures === ENOUGH_FAILURES) break;
      }
    }
    if (failures > 0) return 'broken';
    return mended ? 'mended' : 'whole';
  }

  let looking: Promise<MendAnswer> | undefined;

  const look = (): Promise<MendAnswer> => {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  return {
    build,
    has: (url) => listed.has(new URL(url, origin).href),
    async match(url) {
      const { href } = new URL(url, origin);
      const file = listed.get(href);
      try {
        return file && (await (await own()).match(keyOf(href, file)));
      } catch {
        // The Cache API itself may fail (private mode, full disk); the network remains.
        return undefined;
      }
    },
    async restore(url) {
      const { href } = new URL(url, origin);
      const file = listed.get(href);
      const answer = file && (await found(href, file));
      // Where the device has no room, the file is asked for again next time.
      if (answer) await keep(href, file, answer.clone()).catch(() => undefined);
      return answer;
    },
    async putBack(url, answer) {
      const { href } = new URL(url, origin);
      const file = listed.get(href);
      if (!file || !(await isRight(file, answer))) return;
      await keep(href, file, keepable(answer)).catch(() => undefined);
    },
    install: (atOnce) =>
      inTurns(listed, atOnce, async ([url, file]) => {
        if (!(await isKept(url, file))) await ensure(url, file);
      }),
    complete: async () => void (await look().catch(() => undefined)),
    async mend() {
      // A check that is under way may have passed the bad file already.
      await looking?.catch(() => undefined);
      sound.clear();
      return look().catch(() => 'broken');
    },
  };
}
