import type { Plugin } from 'vite';
import { insideFiles } from './inside-files.ts';

// Kept in meta elements, so that the shell's script and its hash stay the same from build to build.
const placeOf = (name: string): string => `<meta name="${name}" content="">`;
/** What is longer stands behind the style sheet, which the first paint waits for. */
const placeInBody = (name: string): string => `<data id="page-${name}" value="" hidden></data>`;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PART = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/** The pages prerendered into the shell, by the name of the start that shows each. */
const carried = {
  wallet: '/src/features/wallet/wallet-page.tsx',
  visit: '/src/features/auth/auth-page.tsx',
} as const;

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  /** The style sheets that it needs, as Vite notes them. */
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/** The files of the chunks of these modules and of their imports, without those that the shell itself loads. */
function filesOf(modules: readonly string[], bundle: Bundle, html: string): readonly string[] {
  const found = new Set<string>();
  const follow = (fileName: string): void => {
    if (found.has(fileName) || html.includes(fileName)) return;
    found.add(fileName);
    const file = bundle[fileName];
    if (file?.type !== 'chunk') return;
    for (const sheet of file.viteMetadata?.importedCss ?? []) follow(sheet);
    file.imports.forEach(follow);
  };
  for (const module of modules) {
    const page = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
    );
    if (page?.type !== 'chunk') throw new Error(`the build has no chunk with ${module}`);
    follow(page.fileName);
  }
  return [...found].map((fileName) => `/${fileName}`);
}

/** The scripts of a page's chunk and its imports. */
export const scriptsOf = (
  name: keyof typeof carried,
  bundle: Bundle,
  html: string,
): readonly string[] =>
  filesOf([carried[name]], bundle, html).filter((file) => file.endsWith('.js'));

/** Which files each page needs besides those of the wallet: all of their names, and each page's by their places. */
function filesOfPages(bundle: Bundle, html: string): { parts: string[]; routes: string[] } {
  const wallet = new Set(filesOf([carried.wallet], bundle, html));
  const parts: string[] = [];
  const routes = Object.entries(insideFiles).map(([path, modules]) => {
    const places = filesOf(modules, bundle, html)
      .filter((file) => !wallet.has(file))
      .map((file) => {
        if (!parts.includes(file)) parts.push(file);
        return parts.indexOf(file);
      });
    return `${path}=${places.join(',')}`;
  });
  return { parts, routes };
}

/**
 * Loading scripts must not slow down the shell's first paint, so the build only lists them. The
 * shell then requests the app's scripts and those of the prerendered page that it shows.
 */
export const shellLoading = (): Plugin => ({
  name: 'kopa-shell-loading',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const entry = html.match(ENTRY)?.[1];
      if (!entry) throw new Error('index.html has no script');
      const lists = {
        app: [entry, ...[...html.matchAll(PART)].map(([, part]) => part)],
        wallet: scriptsOf('wallet', bundle, html),
        visit: scriptsOf('visit', bundle, html),
        ...filesOfPages(bundle, html),
      };
      let shell = html.replace(ENTRY, '').replace(PART, '');
      for (const [name, list] of Object.entries(lists)) {
        const place = [placeOf(name), placeInBody(name)].find((one) => shell.includes(one));
        if (place === undefined) throw new Error(`index.html has no place for ${name}`);
        shell = shell.replace(place, () => place.replace('""', `"${list.join(' ')}"`));
      }
      return shell;
    },
  },
});
