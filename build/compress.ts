import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Below this, the headers cost more than compression saves. */
const WORTHWHILE_BYTES = 256;

/** Brotli's distance settings to try: the number of postfix bits and of direct distance codes. */
const DISTANCES = [
  [0, 0],
  [0, 15],
  [1, 0],
  [3, 0],
] as const;

/** Larger files, which no app start needs, are compressed with the first setting only. */
const WORTH_TRYING_BYTES = 250_000;

/** The smallest of brotli's results; only trying shows which setting gives it. */
function packed(raw: Buffer): Buffer {
  const settings = raw.length > WORTH_TRYING_BYTES ? DISTANCES.slice(0, 1) : DISTANCES;
  const tries = settings.map(([postfix, direct]) =>
    brotliCompressSync(raw, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  );
  return tries.reduce((least, one) => (one.length < least.length ? one : least));
}

function compressFile(file: string): void {
  const raw = readFileSync(file);
  if (raw.length < WORTHWHILE_BYTES) return;
  writeFileSync(`${file}.br`, packed(raw));
  writeFileSync(`${file}.gz`, gzipSync(raw, { level: 9 }));
}

/** Writes a brotli and a gzip sibling for every compressible file, once all files are written. */
export const compress = (): Plugin => {
  let outDir = '';
  return {
    name: 'kopa-compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          if (COMPRESSIBLE.test(name)) compressFile(join(outDir, name));
        }
      },
    },
  };
};
