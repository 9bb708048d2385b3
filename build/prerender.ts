import react from '@vitejs/plugin-react';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createServer, type Plugin } from 'vite';
import type { firstScreen } from '#app/pages/first-screen.tsx';
import type { pageFrames, pageOpenings } from '#app/pages/page-frames.tsx';
import type { walletScreen } from '#app/pages/wallet-screen.tsx';
import { brand } from '#core/brand.ts';

const ROOT = '<div id="root"></div>';
const WALLET = '<template id="wallet"></template>';
const FRAMES = '<data id="page-frames" value="" hidden></data>';
/**
 * With the default chunk size React streams large parts at the end and moves them into place with an inline script,
 * which the content policy forbids.
 */
const ALL_IN_PLACE = Number.MAX_SAFE_INTEGER;

interface Screens {
  readonly signIn: string;
  readonly wallet: string;
  readonly frames: Frames;
}

/**
 * The frames of all pages. Many differ only in what the shell's script fills in, so each different view is kept once.
 */
interface Frames {
  /** One entry for each address: what the shell's script has to know of it, joined by `=`. */
  readonly list: readonly string[];
  readonly views: readonly string[];
  /** The HTML inside the frame, by address. */
  readonly openings: readonly (readonly [path: string, html: string])[];
}

async function htmlOf(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(screen, { progressiveChunkSize: ALL_IN_PLACE });
  const html = await new Response(prelude).text();
  if (/<script|\sstyle=/.test(html)) {
    throw new Error('a prerendered page has a script or a style attribute');
  }
  return html;
}

/**
 * A frame without what the shell's script fills in: the title, in three places, the width and the current link of the
 * navigation. The empty place for news, which only some pages have, is removed too, so that their frames are the same.
 */
const withoutPlace = (html: string): string =>
  html
    .replace(/(<main[^>]* aria-label=")[^"]*(" class=")[^"]*/, '$1$2')
    .replace(/(<(?:h1|p class="hdr__here")[^>]*>)[^<]*/g, '$1')
    .replace(/<div class="_news[^"]*"><\/div>/, '')
    .replaceAll(' aria-current="page"', '');

const widthOf = (html: string): string =>
  html.match(/<main[^>]* class="([^"]*)"/)?.[1]?.replace(/\s+/g, ' ') ?? '';

async function framesOf(
  pages: ReturnType<typeof pageFrames>,
  inside: typeof pageOpenings,
): Promise<Frames> {
  const views: string[] = [];
  const list: string[] = [];
  for (const { path, roles, title, current, view } of pages) {
    const whole = await htmlOf(view);
    const html = withoutPlace(whole);
    if (!views.includes(html)) views.push(html);
    const width = widthOf(whole);
    const known = [path, roles.join(' '), views.indexOf(html), title, current, width];
    if (known.some((one) => /[;=]/.test(String(one)))) {
      throw new Error(`the shell cannot read what it has to know of ${path}`);
    }
    list.push(known.join('='));
  }
  const openings: [string, string][] = [];
  for (const [path, view] of inside) openings.push([path, await htmlOf(view)]);
  return { list, views, openings };
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
    const first = (await server.ssrLoadModule('/src/app/pages/first-screen.tsx')) as {
      readonly firstScreen: typeof firstScreen;
    };
    const wallet = (await server.ssrLoadModule('/src/app/pages/wallet-screen.tsx')) as {
      readonly walletScreen: typeof walletScreen;
    };
    const frames = (await server.ssrLoadModule('/src/app/pages/page-frames.tsx')) as {
      readonly pageFrames: typeof pageFrames;
      readonly pageOpenings: typeof pageOpenings;
    };
    return {
      signIn: await htmlOf(await first.firstScreen()),
      wallet: await htmlOf(wallet.walletScreen()),
      frames: await framesOf(frames.pageFrames(), frames.pageOpenings),
    };
  } finally {
    await server.close();
  }
}

/**
 * Puts the prerendered pages into the shell: the sign-in page, so that it paints and accepts typing before any script
 * has run; the empty wallet, which replaces it for a signed-in customer; and the frames of the other pages. The
 * server's content policy allows no style attribute and no script except the shell's own, so none of them may contain
 * one.
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
        const templates = [
          ...frames.views.map((view, place) => [`frame-${place}`, view]),
          ...frames.openings,
        ].map(([id, view]) => `<template id="${id}">${view}</template>`);
        const list = frames.list.join(';');
        return named
          .replace(ROOT, () => ROOT.replace('><', () => `>${signIn}<`))
          .replace(FRAMES, () => FRAMES.replace('""', () => `"${list}"`))
          .replace(WALLET, () => WALLET.replace('><', () => `>${wallet}<`) + templates.join(''));
      },
    },
  };
};
