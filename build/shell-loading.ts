import type { Plugin } from 'vite';

// Not in the shell's script itself: that stays the same from build to build, and so does its hash.
const WALLET = '<meta name="wallet" content="">';
const APP = '<meta name="app" content="">';
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PART = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const WALLET_PAGE = '/src/features/wallet/wallet-page.tsx';

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>;

/** Files of the chunk of the wallet page and of all it imports that the shell does not load itself. */
export function walletScripts(bundle: Bundle, html: string): string[] {
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(WALLET_PAGE)),
  );
  if (page?.type !== 'chunk') throw new Error('the build has no wallet page');
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
 * The shell paints before its scripts run, so they leave line and processor to it: the build only names
 * them, and the shell asks for the app's, and for the wallet's where a customer is signed in.
 */
export const shellLoading = (): Plugin => ({
  name: 'kopa-shell-loading',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const entry = html.match(ENTRY)?.[1];
      if (!entry || !html.includes(WALLET) || !html.includes(APP)) {
        throw new Error('index.html has no place for the scripts');
      }
      const app = [entry, ...[...html.matchAll(PART)].map(([, part]) => part)];
      return html
        .replace(WALLET, () => WALLET.replace('""', `"${walletScripts(bundle, html).join(' ')}"`))
        .replace(APP, () => APP.replace('""', `"${app.join(' ')}"`))
        .replace(ENTRY, '')
        .replace(PART, '');
    },
  },
});
