import { join } from 'node:path';

/** The bundler's view of the modules, by their ids. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ROOT = join(import.meta.dirname, '..');

/** What every visit loads. */
const START = ['src/main.tsx'];
/** What the sign-in page loads besides. */
const SIGNED_OUT = ['src/features/auth/auth-page.tsx', 'src/app/visitor-country.ts'];
/** What a customer who is signed in loads besides: every other page builds on what the wallet imports. */
const SIGNED_IN = ['src/features/wallet/wallet-page.tsx', 'src/app/signed-in-pages.ts'];

/** What any number that explains itself loads when it is touched: one file for all pages. */
const EXPLAINING = [
  'src/ui/derivation-dialog.tsx',
  'src/core/domain/derivation/derivation.ts',
  'src/core/domain/derivation/text.ts',
  'src/core/domain/derivation/worth.ts',
];

/** What is asked before somebody may go on: one file, as pages that ask for one of them ask for both. */
const ASKING = ['src/identity/verification-prompt.tsx', 'src/identity/tax-prompt.tsx'];

/** The entries and all that they import statically, directly or through others. */
function reachedFrom(entries: readonly string[], modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(follow);
  };
  for (const entry of entries) {
    const id = join(ROOT, entry);
    if (!modules.getModuleInfo(id)) throw new Error(`the build has no module ${entry}`);
    follow(id);
  }
  return reached;
}

function partsOf(modules: Modules): ReadonlyMap<string, string> {
  const start = reachedFrom(START, modules);
  const signedOut = reachedFrom(SIGNED_OUT, modules);
  const parts = new Map<string, string>();
  // Libraries change seldom: in a file of their own, devices keep them over many versions of the app. The rest
  // is one file, too: the bundler does not know that the pages are loaded by what has been loaded before.
  for (const id of start) parts.set(id, id.includes('/node_modules/') ? 'vendor' : 'start');
  for (const entry of START) parts.delete(join(ROOT, entry));
  for (const id of reachedFrom(SIGNED_IN, modules)) {
    // The shell draws the wallet before any script runs: its styles belong to the sheet that the shell loads.
    if (id.endsWith('.css')) parts.set(id, 'start');
    // The sign-in page must not load this file for the sake of a module that it shares with it.
    else if (!start.has(id) && !signedOut.has(id)) parts.set(id, 'signed-in');
  }
  for (const entry of EXPLAINING) parts.set(join(ROOT, entry), 'derivation');
  for (const entry of ASKING) parts.set(join(ROOT, entry), 'asking');
  return parts;
}

let parts: ReadonlyMap<string, string> | undefined;

/** The file that a module belongs to; null where the bundler decides, which follows the routes. */
export function partOf(id: string, modules: Modules): string | null {
  parts ??= partsOf(modules);
  return parts.get(id) ?? null;
}
