import type { Plugin } from 'vite';
import { insideFiles } from './inside-files.ts';

// The lists are in meta elements, not in the shell's script, so that this script and its CSP hash are the same in all
// builds.
const placeOf = (name: string): string => `<meta name="${name}" content="">`;
/**
 * Longer lists are in the body, after the link to the style sheet, so that they do not delay its request and the first
 * paint.
 */
const placeInBody = (name: string): string => `<data id="page-${name}" value="" hidden></data>`;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PART = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/** The pages prerendered into the shell, by the name of the meta element that lists their files. */
const carried = {
  wallet: '/src/features/wallet/wallet-page.tsx',
  visit: '/src/features/auth/auth-page.tsx',
} as const;

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  /** Vite's record of the style sheets that the chunk needs. */
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/**
 * The files of the chunks that contain these modules, and of those that they import, without those that the shell
 * loads.
 */
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

export const scriptsOf = (
  name: keyof typeof carried,
  bundle: Bundle,
  html: string,
): readonly string[] =>
  filesOf([carried[name]], bundle, html).filter((file) => file.endsWith('.js'));

/**
 * The files that each page needs besides those of the wallet. A file's name is in `parts` once; `routes` has an entry
 * for each page, with the indexes of its files in `parts`.
 */
function filesOfPages(bundle: Bundle, html: string): { parts: string[]; routes: string[] } {
  const wallet = new Set(filesOf([carried.wallet], bundle, html));
  const parts: string[] = [];
  const routes = [...insideFiles()].map(([path, modules]) => {
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
 * Replaces the tags that load the app's scripts by lists of their names: loading them at once would delay the shell's
 * first paint. After it the shell requests the app's scripts and those of the page that it shows.
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
