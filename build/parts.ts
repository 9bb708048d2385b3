import { basename, join } from 'node:path';

/** What is used here of the bundler's knowledge of the modules. */
interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const ROOT = join(import.meta.dirname, '..');

/** The entry of what every visit loads. */
const START = ['src/main.tsx'];
/** The entries of what the sign-in page loads besides. */
const SIGNED_OUT = ['src/features/auth/auth-page.tsx', 'src/app/session/visitor-country.ts'];
/** The entries of what every signed-in visit loads: all other pages build on what the wallet imports. */
const SIGNED_IN = ['src/features/wallet/wallet-page.tsx', 'src/app/pages/signed-in-pages.ts'];

/**
 * The modules that show how a number was computed, loaded when it is pressed: one file for the numbers of all pages.
 */
const EXPLAINING = [
  'src/ui/feedback/derivation-dialog.tsx',
  'src/core/derivation/derivation.ts',
  'src/core/derivation/text.ts',
  'src/core/derivation/worth.ts',
];

/** The modules that import each page dynamically, when it is opened. */
const PAGES = ['src/app/pages/pages.ts', 'src/app/pages/signed-in-pages.ts'];
/**
 * The module that imports the profile's sections dynamically. Visitors go from one to the next, so what only sections
 * share is one file.
 */
const SECTIONS = ['src/app/pages/profile.tsx'];

/** The entries of what the wallet loads by itself, some time after it was drawn. */
const LATER = ['src/app/start/later-on.tsx', 'src/features/trade/payment/purchase-news.tsx'];
/** The entries of what is loaded when something changes on a page that is open: live prices and notices. */
const MOVING = ['src/app/live/move.later.ts', 'src/app/live/notices.ts'];
/** The entries of what the wallet shows below the balance and beside the assets. */
const ASIDE = ['src/features/wallet/value/portfolio-dune.tsx', 'src/app/pages/wallet-aside.tsx'];

/**
 * Groups of pages that share much code. A module that only pages of one family need is in the file of that family;
 * the first one that has all of these pages is taken.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  records: [
    'src/features/asset/asset-detail-page.tsx',
    'src/features/asset/cash-page.tsx',
    'src/features/asset/received-page.tsx',
    'src/features/entry/transaction-detail-page.tsx',
    'src/features/transactions/transactions-page.tsx',
  ],
  withdrawal: [
    'src/features/cash-out/cash-out-page.tsx',
    'src/features/withdraw/withdraw-page.tsx',
  ],
  conversion: ['src/conversion/swap-page.tsx', 'src/features/trade/trade-page.tsx'],
  automatic: [
    'src/features/automatic/automatic-page.tsx',
    'src/features/automatic/recurring-page.tsx',
    'src/features/asset/asset-detail-page.tsx',
    'src/features/asset/cash-page.tsx',
    'src/features/trade/trade-page.tsx',
  ],
};

/** The entries and all modules that they import statically, directly or through others. */
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

/** The pages that need a module, by the module's id. */
function pagesOf(
  tables: readonly string[],
  modules: Modules,
): ReadonlyMap<string, ReadonlySet<string>> {
  const pages = tables.flatMap(
    (table) => modules.getModuleInfo(join(ROOT, table))?.dynamicallyImportedIds ?? [],
  );
  const found = new Map<string, Set<string>>();
  for (const page of new Set(pages)) {
    for (const id of reachedFrom([page.slice(ROOT.length + 1)], modules)) {
      found.set(id, (found.get(id) ?? new Set()).add(page));
    }
  }
  return found;
}

/**
 * The name of the file for the modules that exactly these pages need. The bundler itself would make a file for every
 * combination of pages and dialogs, and one page would load up to fifty of them.
 */
function partOfPages(pages: readonly string[]): string {
  const family = Object.entries(families).find(([, paths]) => {
    const known = paths.map((path) => join(ROOT, path));
    return pages.every((page) => known.includes(page));
  });
  const [page = ''] = pages;
  if (pages.length > 1) return family?.[0] ?? 'common';
  return basename(page).replace(/\.tsx?$/, '');
}

function partsOf(modules: Modules): ReadonlyMap<string, string> {
  const start = reachedFrom(START, modules);
  const signedOut = reachedFrom(SIGNED_OUT, modules);
  const parts = new Map<string, string>();
  // Libraries rarely change: in a file of their own they stay valid in the caches of devices over many versions of
  // the app. The other modules of the start are one file as well, because the bundler does not know that the start is
  // always loaded before a page, and would put what they share into further files.
  for (const id of start) parts.set(id, id.includes('/node_modules/') ? 'vendor' : 'start');
  for (const entry of START) parts.delete(join(ROOT, entry));
  const signedIn = reachedFrom(SIGNED_IN, modules);
  for (const id of signedIn) {
    // The shell shows the wallet before any script runs, so its styles belong to the style sheet that the shell loads.
    if (id.endsWith('.css')) parts.set(id, 'start');
    // What the sign-in page needs too is in a file of its own: otherwise that page would load all of `signed-in`.
    else if (!start.has(id)) parts.set(id, signedOut.has(id) ? 'calls' : 'signed-in');
  }
  const late = [
    [reachedFrom(LATER, modules), 'later-on'],
    [reachedFrom(MOVING, modules), 'moving'],
  ] as const;
  for (const [ids, name] of late) {
    for (const id of ids) {
      if (parts.has(id) || signedOut.has(id)) continue;
      parts.set(id, id.endsWith('.css') ? 'start' : name);
    }
  }
  const aside = reachedFrom(ASIDE, modules);
  const known = pagesOf(PAGES, modules);
  for (const [id, pages] of known) {
    if (parts.has(id) || (signedOut.has(id) && pages.size === 1)) continue;
    if (signedOut.has(id)) parts.set(id, 'form');
    // Little is needed beside the wallet and by pages: a file of its own would be one request more for most pages.
    else parts.set(id, pages.size > 1 && aside.has(id) ? 'signed-in' : partOfPages([...pages]));
  }
  for (const [id, sections] of pagesOf(SECTIONS, modules)) {
    const isTheirs = sections.size > 1 && !known.has(id) && !signedOut.has(id);
    if (isTheirs && !parts.has(id)) parts.set(id, 'settings');
  }
  for (const entry of EXPLAINING) parts.set(join(ROOT, entry), 'derivation');
  return parts;
}

let parts: ReadonlyMap<string, string> | undefined;

/** The name of the file that a module belongs to; null if the bundler decides, which splits by dynamic imports. */
export function partOf(id: string, modules: Modules): string | null {
  parts ??= partsOf(modules);
  return parts.get(id) ?? null;
}
