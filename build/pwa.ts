import { resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { type VitePluginPWAAPI, VitePWA } from 'vite-plugin-pwa';
import type { Revisions } from './build-record.ts';
import { manifest } from './manifest.ts';
import { headersHash, integrityOf, precacheList } from './precache.ts';

/** What every visitor can open without a network: the app, the documents outside it and their assets. */
const PRECACHED = [
  '**/index.html',
  'assets/**/*.{js,css,svg}',
  'assets/inter-latin-wght-normal-*.woff2',
  'coins.svg',
  'dune-*.svg',
  'icon.svg',
  'manifest.webmanifest',
  'register.js',
  'status.js',
];

/** The manifest, and the service worker from sw/sw.ts, built after everything that it precaches. */
export function pwa(revisions: Revisions): Plugin[] {
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
      writeBundle() {
        const main = config?.plugins.find(({ name }) => name === 'vite-plugin-pwa');
        const api: VitePluginPWAAPI | undefined = main?.api;
        if (!api) throw new Error('the plugin that lists the manifest is not there');
        // The plugin would precache the manifest without a digest. As a file of the build it is listed with one.
        api.extendManifestEntries(() => []);
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // The page itself registers the worker, after it has loaded (platform/worker/worker-bridge.ts).
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: PRECACHED,
        globIgnores: ['assets/on-demand/**'],
        manifestTransforms: [
          (entries) => {
            const manifest = precacheList(entries, headersHash(outDir()), (file) =>
              integrityOf(outDir(), file),
            );
            entries.forEach(({ url }, at) => {
              const { revision } = manifest[at] ?? {};
              if (revision) revisions.set(url, revision);
            });
            return { manifest, warnings: [] };
          },
        ],
      },
    }),
  ];
}
