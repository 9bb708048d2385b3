import type { Plugin } from 'vite';

// Kept in meta elements, so that the shell's script and its hash stay the same from build to build.
const placeOf = (name: string): string => `<meta name="${name}" content="">`;
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
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/** The files of a page's chunk and its imports, without those that the shell itself loads. */
export function scriptsOf(
  name: keyof typeof carried,
  bundle: Bundle,
  html: string,
): readonly string[] {
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(carried[name])),
  );
  if (page?.type !== 'chunk') throw new Error(`the build has no page for ${name}`);
  const found = new Set<string>();
  const follow = (fileName: string): void => {
    if (found.has(fileName) || html.includes(fileName)) return;
    found.add(fileName);
    const file = bundle[fileName];
    if (file?.type === 'chunk') file.imports.forEach(follow);
  };
  follow(page.fileName);
  return [...found].map((fileName) => `/${fileName}`);
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
      };
      let shell = html.replace(ENTRY, '').replace(PART, '');
      for (const [name, list] of Object.entries(lists)) {
        const place = placeOf(name);
        if (!shell.includes(place)) throw new Error(`index.html has no place for ${name}`);
        shell = shell.replace(place, () => place.replace('""', `"${list.join(' ')}"`));
      }
      return shell;
    },
  },
});
