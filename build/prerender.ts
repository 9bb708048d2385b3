import react from '@vitejs/plugin-react';
import { prerender } from 'react-dom/static';
import { createServer, type Plugin } from 'vite';
import type { firstScreen } from '#app/first-screen.tsx';
import { brand } from '#core/brand.ts';

const ROOT = '<div id="root"></div>';
/** React sends larger parts late and moves them into place by script, which a static page must not need. */
const ALL_IN_PLACE = Number.MAX_SAFE_INTEGER;

interface Screen {
  readonly firstScreen: typeof firstScreen;
}

/** The sign-in page as it stands before any script ran, rendered by the app itself. */
async function signInHtml(root: string, define: Record<string, unknown>): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    define,
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const screen = (await server.ssrLoadModule('/src/app/first-screen.tsx')) as Screen;
    const { prelude } = await prerender(screen.firstScreen(), {
      progressiveChunkSize: ALL_IN_PLACE,
    });
    return await new Response(prelude).text();
  } finally {
    await server.close();
  }
}

/**
 * Puts the sign-in page into the shell, so that it paints before any script ran and takes what is
 * typed. The policy of the server allows no style attribute and no script but the shell's own, so
 * neither may be in it.
 */
export const prerenderedSignIn = (): Plugin => {
  let root = '';
  let define: Record<string, unknown> = {};
  return {
    name: 'kopa-prerendered-sign-in',
    configResolved(config) {
      root = config.root;
      define = config.define ?? {};
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        const named = html.replaceAll('%BRAND%', brand.name);
        if (server) return named;
        if (!named.includes(ROOT)) throw new Error('index.html has no empty root element');
        const body = await signInHtml(root, define);
        if (/<script|\sstyle=/.test(body)) {
          throw new Error('the prerendered page has a script or a style attribute');
        }
        return named.replace(ROOT, () => ROOT.replace('><', () => `>${body}<`));
      },
    },
  };
};
