import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Below this, the headers cost more than compression saves. */
const WORTHWHILE_BYTES = 256;

function compressFile(file: string): void {
  const raw = readFileSync(file);
  if (raw.length < WORTHWHILE_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(raw, { params }));
  writeFileSync(`${file}.gz`, gzipSync(raw, { level: 9 }));
}

/** Lays a brotli and a gzip sibling beside every compressible file, once all others are written. */
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
