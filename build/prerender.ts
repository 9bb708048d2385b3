import react from '@vitejs/plugin-react';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createServer, type Plugin } from 'vite';
import type { firstScreen } from '#app/first-screen.tsx';
import type { pageFrames } from '#app/page-frames.tsx';
import type { walletScreen } from '#app/wallet-screen.tsx';
import { brand } from '#core/brand.ts';

const ROOT = '<div id="root"></div>';
const WALLET = '<template id="wallet"></template>';
const FRAMES = '<meta name="frames" content="">';
/**
 * Otherwise React streams larger parts late and moves them into place by script, which is not
 * allowed here.
 */
const ALL_IN_PLACE = Number.MAX_SAFE_INTEGER;

interface Screens {
  readonly signIn: string;
  readonly wallet: string;
  readonly frames: Frames;
}

/** Many pages have the same frame but for their title, which the shell puts in. */
interface Frames {
  /** Of each address the place of its frame in `views`, and its title. */
  readonly list: readonly (readonly [path: string, place: number, title: string])[];
  readonly views: readonly string[];
}

async function htmlOf(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(screen, { progressiveChunkSize: ALL_IN_PLACE });
  const html = await new Response(prelude).text();
  if (/<script|\sstyle=/.test(html)) {
    throw new Error('a prerendered page has a script or a style attribute');
  }
  return html;
}

const withoutTitle = (html: string): string =>
  html.replace(/(<main[^>]* aria-label=")[^"]*/, '$1').replace(/(<h1[^>]*>)[^<]*/, '$1');

async function framesOf(pages: ReturnType<typeof pageFrames>): Promise<Frames> {
  const views: string[] = [];
  const list: [string, number, string][] = [];
  for (const { path, title, view } of pages) {
    if (/[;=]/.test(path + title)) throw new Error(`the shell cannot read the title of ${path}`);
    const html = withoutTitle(await htmlOf(view));
    if (!views.includes(html)) views.push(html);
    list.push([path, views.indexOf(html), title]);
  }
  return { list, views };
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
    const frames = (await server.ssrLoadModule('/src/app/page-frames.tsx')) as {
      readonly pageFrames: typeof pageFrames;
    };
    return {
      signIn: await htmlOf(await first.firstScreen()),
      wallet: await htmlOf(wallet.walletScreen()),
      frames: await framesOf(frames.pageFrames()),
    };
  } finally {
    await server.close();
  }
}

/**
 * Puts the sign-in page into the shell, so that it paints and accepts typing before any script has
 * run, and the empty wallet, which replaces it for a signed-in customer, and the frames of the other
 * pages. The server's content
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
        if (![ROOT, WALLET, FRAMES].every((place) => named.includes(place))) {
          throw new Error('index.html has no place for the prerendered pages');
        }
        const { signIn, wallet, frames } = await screens(root, define);
        const templates = frames.views.map(
          (view, place) => `<template id="frame-${place}">${view}</template>`,
        );
        const list = frames.list.map((page) => page.join('=')).join(';');
        return named
          .replace(ROOT, () => ROOT.replace('><', () => `>${signIn}<`))
          .replace(FRAMES, () => FRAMES.replace('""', () => `"${list}"`))
          .replace(WALLET, () => WALLET.replace('><', () => `>${wallet}<`) + templates.join(''));
      },
    },
  };
};
