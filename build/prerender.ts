import react from '@vitejs/plugin-react';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createServer, type Plugin } from 'vite';
import type { firstScreen } from '#app/first-screen.tsx';
import type { walletScreen } from '#app/wallet-screen.tsx';
import { brand } from '#core/brand.ts';
import { scopedName } from './scoped-name.ts';

const ROOT = '<div id="root"></div>';
const WALLET = '<template id="wallet"></template>';
/**
 * Otherwise React streams larger parts late and moves them into place by script, which is not
 * allowed here.
 */
const ALL_IN_PLACE = Number.MAX_SAFE_INTEGER;

interface Screens {
  readonly signIn: string;
  readonly wallet: string;
}

async function htmlOf(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(screen, { progressiveChunkSize: ALL_IN_PLACE });
  const html = await new Response(prelude).text();
  if (/<script|\sstyle=/.test(html)) {
    throw new Error('a prerendered page has a script or a style attribute');
  }
  return html;
}

/** The pages as they look before any script has run, rendered by the app's own code. */
async function screens(root: string, define: Record<string, unknown>): Promise<Screens> {
  const server = await createServer({
    root,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    define,
    plugins: [react()],
    css: { modules: { generateScopedName: scopedName } },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const first = (await server.ssrLoadModule('/src/app/first-screen.tsx')) as {
      readonly firstScreen: typeof firstScreen;
    };
    const wallet = (await server.ssrLoadModule('/src/app/wallet-screen.tsx')) as {
      readonly walletScreen: typeof walletScreen;
    };
    return {
      signIn: await htmlOf(await first.firstScreen()),
      wallet: await htmlOf(wallet.walletScreen()),
    };
  } finally {
    await server.close();
  }
}

/**
 * Puts the sign-in page into the shell, so that it paints and accepts typing before any script has
 * run, and the empty wallet, which replaces it for a signed-in customer. The server's content
 * policy allows no style attribute and no script except the shell's own, so neither page may
 * contain any.
 */
export const prerenderedScreens = (): Plugin => {
  let root = '';
  let define: Record<string, unknown> = {};
  return {
    name: 'kopa-prerendered-screens',
    configResolved(config) {
      root = config.root;
      define = config.define ?? {};
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        const named = html.replaceAll('%BRAND%', brand.name);
        if (server) return named;
        if (!named.includes(ROOT) || !named.includes(WALLET)) {
          throw new Error('index.html has no place for the prerendered pages');
        }
        const { signIn, wallet } = await screens(root, define);
        return named
          .replace(ROOT, () => ROOT.replace('><', () => `>${signIn}<`))
          .replace(WALLET, () => WALLET.replace('><', () => `>${wallet}<`));
      },
    },
  };
};
