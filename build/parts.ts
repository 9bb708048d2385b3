import { basename, join } from 'node:path';

/** The bundler's view of the modules, by their ids. */
interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
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

/** The tables of the pages, which import each page when it is opened. */
const PAGES = ['src/app/pages.ts', 'src/app/signed-in-pages.ts'];
/** Sections of the profile are opened one after the other: what only they share is one file, too. */
const SECTIONS = ['src/app/profile.tsx'];

/** What the wallet loads by itself once it has been drawn for a while. */
const LATER = ['src/app/later-on.tsx', 'src/features/trade/purchase-news.tsx'];
/** What is loaded when something changes while somebody looks. */
const MOVING = ['src/app/moving.ts', 'src/app/notices.ts'];
/** What the wallet loads on wide screens. */
const ASIDE = ['src/app/wallet-aside.tsx'];

/**
 * Pages that have much in common with each other: what they share with none but each other is a file of
 * its own, of the first family that has all of its pages.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  records: [
    'src/features/transactions/asset-detail-page.tsx',
    'src/features/transactions/cash-page.tsx',
    'src/features/transactions/received-page.tsx',
    'src/features/transactions/transaction-detail-page.tsx',
    'src/features/transactions/transactions-page.tsx',
  ],
  withdrawal: [
    'src/features/cash-out/cash-out-page.tsx',
    'src/features/withdraw/withdraw-page.tsx',
  ],
  conversion: ['src/conversion/swap-page.tsx', 'src/features/trade/trade-page.tsx'],
};

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

/** Which pages need a module, by its id. */
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
 * The file of what these pages need. The bundler would make one for each combination of pages and dialogs, up to
 * fifty for a page.
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
  // Libraries change seldom: in a file of their own, devices keep them over many versions of the app. The rest
  // is one file, too: the bundler does not know that the pages are loaded by what has been loaded before.
  for (const id of start) parts.set(id, id.includes('/node_modules/') ? 'vendor' : 'start');
  for (const entry of START) parts.delete(join(ROOT, entry));
  const signedIn = reachedFrom(SIGNED_IN, modules);
  for (const id of signedIn) {
    // The shell draws the wallet before any script runs: its styles belong to the sheet that the shell loads.
    if (id.endsWith('.css')) parts.set(id, 'start');
    // The sign-in page must not load this file for the sake of a module that it shares with it.
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
    else parts.set(id, pages.size > 1 && aside.has(id) ? 'often' : partOfPages([...pages]));
  }
  for (const [id, sections] of pagesOf(SECTIONS, modules)) {
    const isTheirs = sections.size > 1 && !known.has(id) && !signedOut.has(id);
    if (isTheirs && !parts.has(id)) parts.set(id, 'settings');
  }
  for (const entry of EXPLAINING) parts.set(join(ROOT, entry), 'derivation');
  return parts;
}

let parts: ReadonlyMap<string, string> | undefined;

/** The file that a module belongs to; null where the bundler decides, which follows the routes. */
export function partOf(id: string, modules: Modules): string | null {
  parts ??= partsOf(modules);
  return parts.get(id) ?? null;
}
