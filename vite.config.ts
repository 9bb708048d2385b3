import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkCycles } from './build/chunk-cycles.ts';
import { compress } from './build/compress.ts';
import { contentPolicy } from './build/content-policy.ts';
import { earlyScripts } from './build/early-scripts.ts';
import { keptCode } from './build/kept-code.ts';
import { legalPages } from './build/legal-plugin.ts';
import { prerenderedScreens } from './build/prerender.ts';
import { pwa } from './build/pwa.ts';
import { scopedName } from './build/scoped-name.ts';
import { shellLoading } from './build/shell-loading.ts';
import { developmentKey } from './src/core/envelope/development-key.ts';

const { TRANSPORT_KEY, TRANSPORT_IV, OUT_DIR, DEV_SERVER } = process.env;

/** What the server answers itself; `npm run dev` passes it on. */
const SERVED = ['/api', '/sandbox', '/webhooks', '/websdk', '/not-me', '/healthz'];

/** Nothing of this may be needed by the start page: a test weighs what that one loads. */
const SIGNED_IN =
  /node_modules\/(valibot|@noble\/ciphers)\/|src\/core\/(contract\/(endpoint|forex|money-paths|refusal|schemas|session|wallet)\.|envelope|domain\/(asset-in-navigation|decimal|format|price|portfolio|currencies|region))|src\/transport\/(call|exchange|forex|patience|read-through|refresh)|src\/core\/(failure|forex|in-order)|src\/platform\/(badge|device-id|web-locks|xsrf|vault\/snapshots|rates-record)|src\/ui\/(coin|change|switch|mask|search-field|use-shown-as-of)/;

/** What every page stands on; it changes seldom, so devices keep it over many versions. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam|mitt|valtio|proxy-compare|@preact\/signals[^/]*|idb-keyval)\/|src\/(platform\/storage|core\/public-paths)\.|src\/(ui\/(tokens|kit|toaster\.module)|app\/(?!lock-screen)[\w-]+\.module|features\/wallet\/wallet\.module)\.css/;

/** The wallet's home; what the pickers share with it comes along, for they are opened from there. */
const WALLET = /src\/(features\/wallet\/(?!pick|install)|platform\/last-total|ui\/tiles)/;

/** Only who is not signed in yet needs it, and who turns push messages on or off. */
const SIGN_IN =
  /node_modules\/(ofetch|destr|ufo)\/|src\/(features\/auth\/sign-in\.|core\/contract\/(login|geolocation)\.|transport\/place\.|platform\/push\.)/;

/** What most other pages share. */
const PAGE_PARTS =
  /src\/(ui\/(page-icon|address-text|use-reload|use-machine)\.|platform\/(after|on-return)\.|transport\/(failure-text|same-customer)\.|core\/domain\/date-text\.)/;

/** For pages with a code or a link that may have to be sent again. */
const RESENDING = /src\/features\/auth\/(resend|password-reset)/;

/** What every page that moves money has in common. */
const MONEY =
  /src\/(transport\/(balances|balance-loader|once|intents|settle)\.|platform\/hold-while-busy\.|core\/(may-have-happened|contract\/(operation|funds)|domain\/verification-texts)\.)/;

/** What the wallet looks up once it is drawn. */
const LATER =
  /src\/(features\/trade\/(purchase-news|unseen-purchases)[.-]|core\/contract\/(purchases|identity)\.|transport\/kyc\.|app\/verification-reminder\.)/;

/** What every start has loaded before it asks for a page: no page need name it again. */
const STARTED = /^assets\/(rolldown-runtime|vendor|session|index)-/;

/** Loaded by the few who ask for it: the service worker does not take it along (build/pwa.ts). */
const ON_DEMAND = 'assets/on-demand/[name]-[hash].js';

export default defineConfig({
  server: {
    proxy: Object.fromEntries(SERVED.map((path) => [path, DEV_SERVER ?? ''])),
  },
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    react(),
    prerenderedScreens(),
    earlyScripts(),
    shellLoading(),
    keptCode(),
    legalPages(),
    contentPolicy(),
    chunkCycles(),
    pwa(),
    compress(),
  ],
  define: {
    __TRANSPORT_KEY__: JSON.stringify(TRANSPORT_KEY || developmentKey.key),
    __TRANSPORT_IV__: JSON.stringify(TRANSPORT_IV || developmentKey.iv),
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      // What jsPDF would need for pictures of pages; tables and texts do without.
      external: ['canvg', 'dompurify', 'html2canvas'],
      output: { entryFileNames: ON_DEMAND, chunkFileNames: ON_DEMAND },
    },
  },
  build: {
    outDir: OUT_DIR || 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => !STARTED.test(part)),
    },
    // Inlined images would need `data:` in more places of the content policy than they save.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The start page knows the names of all parts: with eight characters it is 150 bytes longer.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What every signed-in page needs comes in one piece: a request costs a phone more than
          // a few kilobytes do.
          groups: [
            { name: 'vendor', test: VENDOR },
            { name: 'signed-in', test: SIGNED_IN },
            { name: 'wallet-page', test: WALLET },
            { name: 'later', test: LATER },
            { name: 'money', test: MONEY },
            { name: 'resending', test: RESENDING },
            { name: 'page-parts', test: PAGE_PARTS },
            { name: 'sign-in', test: SIGN_IN },
          ],
        },
      },
    },
  },
});
