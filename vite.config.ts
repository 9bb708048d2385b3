import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { contentPolicy } from './build/content-policy.ts';
import { legalPages } from './build/legal-plugin.ts';
import { prerenderedSignIn } from './build/prerender.ts';
import { pwa } from './build/pwa.ts';
import { developmentKey } from './src/core/envelope/development-key.ts';

const { TRANSPORT_KEY, TRANSPORT_IV, OUT_DIR } = process.env;

/** Nothing of this may be needed by the start page: a test weighs what that one loads. */
const SIGNED_IN =
  /node_modules\/(valibot|@noble|@scure|ofetch)\/|src\/core\/(contract|envelope|domain\/(decimal|format|price|portfolio|currencies|region))|src\/transport\/(call|exchange|failure-text|forex|intents|place|read-through|refresh)|src\/ui\/(coin|mask|search-field)/;

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What every signed-in page needs comes in one piece: a request costs a phone more than
          // a few kilobytes do.
          groups: [{ name: 'signed-in', test: SIGNED_IN }],
        },
      },
    },
  },
});
