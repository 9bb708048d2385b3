import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { assetPaths } from '#core/domain/asset-link.ts';

const src = resolve(import.meta.dirname, '..', '..', 'src');

/** A way to a page about an asset that does not go through `assetLink`. */
const BARE = new RegExp(
  String.raw`(?:\b(?:href|to)\s*[=:]\s*\{?\s*|\bnavigate\(\s*|\?\s*|:\s*)['"\`](?:${assetPaths.join('|')})['"\`]`,
);

/** What lists pages and leads to none: the route table, the titles of pages, and the ways out of a page. */
const NO_LINKS = ['core/routes.ts', 'core/domain/asset-link.ts', 'app/route-meta.ts'];

const found = (code: string): boolean => BARE.test(code);

test('HARD-23 every link to buy, sell, swap, withdraw or deposit says which asset it is about', () => {
  const bare = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !NO_LINKS.includes(name))
    .filter((name) => found(readFileSync(join(src, name), 'utf8')))
    // It maps the two pickers to their pages, and hands the asset on with `assetLink`.
    .filter((name) => name !== 'features/wallet/picker-list.tsx');
  expect(bare).toEqual([]);
});

test('HARD-23 the rule sees a link that forgets its asset, and none that names it', () => {
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
