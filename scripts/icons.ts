import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { smallest } from '#scripts/bench/statistics.ts';
import { browserArguments } from '#scripts/lib/browser.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { root } from '#tests/support/server-process.ts';

/**
 * Renders the installed app's icons into public/icons (with `BENCH=smallest` into .tmp/icons) from the drawings in
 * build/icons: one with round corners, one that fills its square for systems that cut out a shape of their own, a
 * monochrome one, and one for each shortcut. Beside that folder, it makes the icon that browsers ask for where a page
 * or a file names none.
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

const FAVICON_SIZE = 32;

/** An .ico file that holds one square PNG of fewer than 256 pixels a side. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

mkdirSync(target, { recursive: true });
const executablePath = await getBrowser();
const browser = await chromium.launch({
  args: [...browserArguments],
  executablePath,
});
try {
  const render = async (svg: string, size: number): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    await page.close();
    return png;
  };
  for (const { file, svg, size } of icons)
    writeFileSync(join(target, file), await render(svg, size));
  const favicon = icoOf(await render(drawing('icon'), FAVICON_SIZE), FAVICON_SIZE);
  writeFileSync(join(target, '..', 'favicon.ico'), favicon);
} finally {
  await browser.close();
}
process.stdout.write(`icons are in ${target}\n`);
