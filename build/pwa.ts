import { resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest.ts';
import { headersHash, integrityOf, precacheList } from './precache.ts';

/** What every visitor can open without a network: the app, the legal pages and their assets. */
const PRECACHED = [
  '**/index.html',
  'assets/**/*.{js,css,svg,woff2}',
  'coins.svg',
  'dune-*.svg',
  'icon.svg',
];

/** The manifest, and the service worker from sw/sw.ts, built after everything that it precaches. */
export function pwa(): Plugin[] {
  let config: ResolvedConfig | undefined;
  const outDir = (): string => {
    if (!config) throw new Error('the precache list was asked for before the build began');
    return resolve(config.root, config.build.outDir);
  };
  return [
    {
      name: 'kopa-pwa',
      configResolved(resolved) {
        config = resolved;
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // The page itself registers the worker, after it has loaded (platform/worker-bridge.ts).
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: PRECACHED,
        globIgnores: ['assets/on-demand/**'],
        manifestTransforms: [
          (entries) => ({
            manifest: precacheList(entries, headersHash(outDir()), (file) =>
              integrityOf(outDir(), file),
            ),
            warnings: [],
          }),
        ],
      },
    }),
  ];
}
