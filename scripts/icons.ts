import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { smallest } from '#scripts/bench/statistics.ts';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { root } from '#tests/support/server-process.ts';

/**
 * Renders the installed app's icons into public/icons (with `BENCH=smallest` into .tmp/icons) from the drawings in
 * build/icons: one with round corners, one that fills its square for systems that cut out a shape of their own, a
 * monochrome one, and one for each shortcut.
 */
const drawings = join(root, 'build', 'icons');
const target = smallest ? join(root, '.tmp', 'icons') : join(root, 'public', 'icons');

const drawing = (name: string): string => readFileSync(join(drawings, `${name}.svg`), 'utf8');

const icons = [
  { file: 'icon-192.png', svg: drawing('icon'), size: 192 },
  { file: 'icon-512.png', svg: drawing('icon'), size: 512 },
  { file: 'maskable-192.png', svg: drawing('maskable'), size: 192 },
  { file: 'maskable-512.png', svg: drawing('maskable'), size: 512 },
  { file: 'monochrome-512.png', svg: drawing('monochrome'), size: 512 },
  // iOS rounds the corners itself and shows transparency as black.
  { file: 'apple-touch-icon.png', svg: drawing('maskable'), size: 180 },
  ...['wallet', 'swap', 'withdraw', 'deposit'].map((name) => ({
    file: `shortcut-${name}.png`,
    svg: drawing(`shortcut-${name}`),
    size: 192,
  })),
];

mkdirSync(target, { recursive: true });
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: [...browserArguments],
  ...(executablePath && { executablePath }),
});
try {
  for (const { file, svg, size } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: join(target, file), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
process.stdout.write(`icons are in ${target}\n`);
