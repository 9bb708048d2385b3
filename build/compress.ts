import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** In smaller files compression saves less than its response headers cost. */
const WORTHWHILE_BYTES = 256;

const packed = (raw: Buffer): Buffer =>
  brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  });

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
