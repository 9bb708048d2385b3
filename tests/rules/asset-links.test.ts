import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { assetPaths } from '#core/carried/asset-link.ts';

const src = resolve(import.meta.dirname, '..', '..', 'src');

/** A link or navigation to a page about an asset that does not use `assetLink`. */
const BARE = new RegExp(
  String.raw`(?:\b(?:href|to)\s*[=:]\s*\{?\s*|\bnavigate\(\s*|\?\s*|:\s*)['"\`](?:${assetPaths.join('|')})['"\`]`,
);

/** Files that list paths without linking to them. */
const NO_LINKS = ['core/routes.ts', 'core/carried/asset-link.ts', 'app/pages/route-meta.ts'];

const found = (code: string): boolean => BARE.test(code);

test('HARD-23 every link to buy, sell, swap, withdraw or deposit says which asset it is about', () => {
  const bare = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !NO_LINKS.includes(name))
    .filter((name) => found(readFileSync(join(src, name), 'utf8')))
    // This file maps the two pickers to their pages and builds its links with `assetLink`.
    .filter((name) => name !== 'features/wallet/picker/picker-list.tsx');
  expect(bare).toEqual([]);
});

test('HARD-23 the rule finds links without an asset, and accepts a link with one', () => {
  for (const link of [
    '<Link href="/buy-sell">',
    "{ to: '/swap', label: 'Swap' }",
    "navigate('/send')",
    "href={awaited ? '/receive' : '/profile'}",
  ]) {
    expect(found(link), link).toBe(true);
  }
  expect(found("<Link {...assetLink('/buy-sell', code)}>")).toBe(false);
  expect(found('<Redirect to="/assets/send" replace />')).toBe(false);
});
