import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Deps } from '#server/deps.ts';
import { isSealed } from './offered-file.ts';

/** A file of a build, as the build's own servers send it. */
export interface OtherFile {
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed as the headers say. */
  readonly body: Uint8Array;
}

/** The list of files is read at most this often, since strangers can ask for any name. */
const LOOK_EVERY_MS = 1_000;
/** A build is a bit more than one megabyte: this is room for a week's builds. */
const KEPT_BYTES = 32 * 1024 * 1024;

const headersOf = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** The files of builds that other processes of the same database serve, or served recently (OPS-17). */
export class OtherBuilds {
  readonly #deps: Pick<Deps, 'db' | 'config' | 'log'>;
  #names: ReadonlySet<string> = new Set();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #nextLook: Promise<void> | undefined;
  /** Ordered by last use, the oldest first. */
  readonly #kept = new Map<string, OtherFile>();
  #bytes = 0;
  readonly #loading = new Map<string, Promise<OtherFile | undefined>>();

  constructor(deps: Pick<Deps, 'db' | 'config' | 'log'>) {
    this.#deps = deps;
  }

  /** The file, in the given revision if there is one; undefined if no build has it. */
  async find(path: string, revision?: string): Promise<OtherFile | undefined> {
    const name = revision === undefined ? path : `${path}?${revision}`;
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    if (!this.#names.has(name)) await this.#look();
    if (!this.#names.has(name)) return undefined;
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = this.#load(name, path, revision).finally(() => this.#loading.delete(name));
      this.#loading.set(name, loading);
    }
    return loading;
  }

  /**
   * Reads the list of files after the moment of the call, so that a build stored before the request is always
   * found. Callers within a second share one read.
   */
  #look(): Promise<void> {
    this.#nextLook ??= (async () => {
      const wait = this.#lookedAt + LOOK_EVERY_MS - performance.now();
      await (wait > 0 ? pause(wait) : undefined);
      // Later callers need another read.
      this.#nextLook = undefined;
      this.#lookedAt = performance.now();
      const rows = await this.#deps.db
        .selectFrom('build_files')
        .select(['path', 'revision'])
        .distinct()
        .execute();
      this.#names = new Set(
        rows.flatMap(({ path, revision }) => [path, ...(revision ? [`${path}?${revision}`] : [])]),
      );
    })();
    return this.#nextLook;
  }

  async #load(
    name: string,
    path: string,
    revision: string | undefined,
  ): Promise<OtherFile | undefined> {
    const { db, config, log } = this.#deps;
    let query = db
      .selectFrom('build_files')
      .innerJoin('builds', 'builds.id', 'build_files.build_id')
      .select(['path', 'revision', 'headers', 'body', 'seal'])
      .where('path', '=', path)
      .orderBy('served_at', 'desc');
    if (revision !== undefined) query = query.where('revision', '=', revision);
    const row = await query.limit(1).executeTakeFirst();
    if (!row) return undefined;
    if (!isSealed(config.secretsKeys, row, row.seal)) {
      log.error('file of another build is not as it was offered', { file: path });
      return undefined;
    }
    const file = { headers: v.parse(headersOf, row.headers), body: row.body };
    this.#keep(name, file);
    return file;
  }

  #keep(name: string, file: OtherFile): void {
    this.#kept.set(name, file);
    this.#bytes += file.body.length;
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= body.length;
    }
  }
}
