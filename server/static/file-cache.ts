import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from './content-types.ts';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

export interface Served {
  readonly body: Buffer;
  readonly encoding: Encoding;
  /** Made of the content and its encoding. */
  readonly etag: string;
}

interface CachedFile {
  readonly version: string;
  /** Unchanged since the build, so its compressed twins are valid. */
  readonly asBuilt: boolean;
  readonly raw: Buffer;
  readonly hash: string;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export type Rewrite = (file: string, raw: Buffer) => Promise<Buffer>;

const WORTHWHILE_BYTES = 256;
const suffix = { br: '.br', gzip: '.gz' } as const;
/**
 * A fast setting for files compressed at request time; the build stores better compressed ones beside the
 * files.
 */
const compressNow = {
  br: (raw: Buffer) =>
    promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (raw: Buffer) => promisify(gzip)(raw),
};

/** The version includes the inode: files of two builds may have the same time and size. */
const versionOf = async (file: string): Promise<string | undefined> => {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? `${found.ino} ${found.mtimeMs} ${found.size}` : undefined;
};

/** The files of the built site in memory, as they are sent; a changed file is read again. */
export class FileCache {
  readonly #known = new Map<string, CachedFile>();
  readonly #rewrite: Rewrite;

  /** `rewrite`: replaces a file's content before it is sent. */
  constructor(rewrite: Rewrite = async (_, raw) => raw) {
    this.#rewrite = rewrite;
  }

  async #look(file: string): Promise<CachedFile | undefined> {
    const version = await versionOf(file);
    if (version === undefined) return undefined;
    const known = this.#known.get(file);
    if (known?.version === version) return known;
    const built = await readFile(file);
    const raw = await this.#rewrite(file, built);
    const asBuilt = raw === built;
    const hash = createHash('sha256').update(raw).digest('base64url').slice(0, 22);
    const fresh: CachedFile = { version, asBuilt, raw, hash, encoded: new Map() };
    this.#known.set(file, fresh);
    return fresh;
  }

  async #encode(
    file: string,
    { raw, asBuilt }: CachedFile,
    encoding: 'br' | 'gzip',
  ): Promise<Buffer> {
    if (!asBuilt) return compressNow[encoding](raw);
    const [own, beside] = await Promise.all([
      stat(file),
      stat(`${file}${suffix[encoding]}`).catch(() => undefined),
    ]);
    // An older compressed twin belongs to an earlier build.
    return beside && beside.mtimeMs >= own.mtimeMs
      ? readFile(`${file}${suffix[encoding]}`)
      : compressNow[encoding](raw);
  }

  /** The file in the best accepted encoding; undefined if there is no such file. */
  async serve(file: string, accepted: ReadonlySet<Encoding>): Promise<Served | undefined> {
    const known = await this.#look(file);
    if (!known) return undefined;
    const worthwhile = isCompressible(file) && known.raw.length >= WORTHWHILE_BYTES;
    const encoding = worthwhile
      ? (encodings.find((candidate) => accepted.has(candidate)) ?? 'identity')
      : 'identity';
    const etag = `"${known.hash}-${encoding}"`;
    if (encoding === 'identity') return { body: known.raw, encoding, etag };
    let body = known.encoded.get(encoding);
    if (!body) {
      body = this.#encode(file, known, encoding);
      known.encoded.set(encoding, body);
    }
    return { body: await body, encoding, etag };
  }
}
