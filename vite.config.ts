import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { contentPolicy } from './build/content-policy.ts';
import { legalPages } from './build/legal-plugin.ts';
import { prerenderedSignIn } from './build/prerender.ts';
import { pwa } from './build/pwa.ts';
import { developmentKey } from './src/core/envelope/development-key.ts';

const { TRANSPORT_KEY, TRANSPORT_IV, OUT_DIR } = process.env;

export default defineConfig({
  plugins: [react(), prerenderedSignIn(), legalPages(), contentPolicy(), pwa(), compress()],
  define: {
    __TRANSPORT_KEY__: JSON.stringify(TRANSPORT_KEY || developmentKey.key),
    __TRANSPORT_IV__: JSON.stringify(TRANSPORT_IV || developmentKey.iv),
  },
  build: {
    outDir: OUT_DIR || 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Inlined images would need `data:` in more places of the content policy than they save.
    assetsInlineLimit: 0,
  },
});
