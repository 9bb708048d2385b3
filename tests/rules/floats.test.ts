import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * Names of values that are money. Rates and spreads in basis points are not among them: they are small whole numbers.
 */
const MONEY =
  /amount|balance|fee(?!d)|total|prices?|worth|fiat|crypto|units|cents|quantity|proceeds|cost/i;

/** Conversions of a text to a binary float: `Number(…)`, `parseFloat(…)` and `….map(Number)`. */
const FLOATS =
  /(?:\bNumber|\bparseFloat)\(((?:[^()]|\([^()]*\))*)\)|([\w.]+)\s*\.map\((?:Number|parseFloat)\)/g;

const floatsIn = (source: string): readonly string[] =>
  [...source.matchAll(FLOATS)]
    .filter(([, one, list]) => MONEY.test(one ?? list ?? ''))
    .map(([text]) => text);

test('FMT-01 no amount, price or balance is read as a binary float, on the page or on the server', () => {
  const files = globSync('{src,sw,server}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\.(test|fixture)\./.test(path),
  }).sort();
  expect(files.length).toBeGreaterThan(800);
  const found = files.flatMap((file) =>
    floatsIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([
    // The provider's JSON has whole cents, which a number represents exactly.
    'server/adapters/payment/hosted-page.ts: Number(cents)',
    'server/adapters/payment/hosted-page.ts: Number(amount.text)',
    // These are the points of a chart's line: no amount is computed from them.
    'src/features/wallet/wallet-view.ts: prices.map(Number)',
  ]);
});

test.each([
  ['const most = Number(amount) > 0;', ['Number(amount)']],
  ['parseFloat(entry.free_balance) * 2', ['parseFloat(entry.free_balance)']],
  ['history.prices.map(Number)', ['history.prices.map(Number)']],
  ["Number(row.fee ?? '0')", ["Number(row.fee ?? '0')"]],
  ['Number(day.slice(0, 4))', []],
  ['BigInt(amount)', []],
])('FMT-01 the rule reads %j correctly', (source, found) => {
  expect(floatsIn(source)).toEqual(found);
});
