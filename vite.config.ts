import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildRecord, type Revisions } from './build/build-record.ts';
import { chunkCycles } from './build/chunk-cycles.ts';
import { compress } from './build/compress.ts';
import { contentPolicy } from './build/content-policy.ts';
import { documents } from './build/documents-plugin.ts';
import { earlyScripts } from './build/early-scripts.ts';
import { partOf } from './build/parts.ts';
import { prerenderedScreens } from './build/prerender.ts';
import { pwa } from './build/pwa.ts';
import { shellLoading } from './build/shell-loading.ts';
import { developmentKey } from './src/core/envelope/development-key.ts';

const { TRANSPORT_KEY, TRANSPORT_IV, OUT_DIR, DEV_SERVER } = process.env;

/** Paths that Kopa's server answers; in `npm run dev` Vite proxies them to it. */
const SERVED = [
  '/api',
  '/sandbox',
  '/webhooks',
  '/websdk',
  '/not-me',
  '/healthz',
  '/livez',
  '/readyz',
];

/** The folder of files that few customers load: the service worker does not precache it (build/pwa.ts). */
const ON_DEMAND = 'assets/on-demand/[name]-[hash].js';

/**
 * The desk's files are not precached either: they are for officers, and no customer's device may keep them (KEEP-10).
 */
const folderOf = (names: readonly string[]): string =>
  names.some((name) => /(?:^|features\/)desk\b/.test(name)) ? 'assets/on-demand' : 'assets';

const revisions: Revisions = new Map();

export default defineConfig({
  server: {
    proxy: Object.fromEntries(SERVED.map((path) => [path, DEV_SERVER ?? ''])),
  },
  plugins: [
    react(),
    prerenderedScreens(),
    earlyScripts(),
    shellLoading(),
    documents(),
    contentPolicy(),
    chunkCycles(),
    pwa(revisions),
    buildRecord(revisions),
    compress(),
  ],
  define: {
    __TRANSPORT_KEY__: JSON.stringify(TRANSPORT_KEY || developmentKey.key),
    __TRANSPORT_IV__: JSON.stringify(TRANSPORT_IV || developmentKey.iv),
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: ON_DEMAND, chunkFileNames: ON_DEMAND } },
  },
  build: {
    outDir: OUT_DIR || 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Inlined images would need `data:` in further directives of the content policy, which the requests saved are not
    // worth.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The shell contains the names of all chunks, and hashes do not compress: with the default of eight
        // characters the shell is 150 bytes longer.
        chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}/[name]-[hash:7].js`,
        assetFileNames: ({ names }) => `${folderOf(names)}/[name]-[hash:7][extname]`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: partOf }],
        },
      },
    },
  },
});
