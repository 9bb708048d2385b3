import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetCodes } from '#core/money/currencies.ts';

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

test('coins.svg has every asset in the order of the asset table, and the styles divide it by their number', () => {
  const inSheet = [...read('public/coins.svg').matchAll(/<view id="(\w+)" viewBox="0 (\d+) /g)];
  expect(inSheet.map(([, code, top]) => [code, Number(top)])).toEqual(
    assetCodes.map((code, nth) => [code.toLowerCase(), nth * 40]),
  );
  const { length } = assetCodes;
  expect(read('src/ui/kit/surfaces.css')).toContain(
    `url(/coins.svg) 0 calc(var(--nth) * 100% / ${length - 1}) / 100% ${length * 125 - 25}%`,
  );
});
