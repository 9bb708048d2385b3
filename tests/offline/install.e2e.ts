import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { routes } from '#core/routes.ts';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { visit } from './worker.ts';

interface Image {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}
interface Manifest {
  readonly id: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly theme_color: string;
  readonly background_color: string;
  readonly icons: readonly Image[];
  readonly screenshots: readonly Image[];
  readonly display_override: readonly string[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly url: string;
    readonly icons: readonly Image[];
  }[];
}

const readManifest = async (base: string): Promise<Manifest> =>
  (await (await fetch(`${base}/manifest.webmanifest`)).json()) as Manifest;

/** Width and height in the header of a PNG file. */
async function pngSize(url: string): Promise<string> {
  const response = await fetch(url);
  expect([url, response.headers.get('content-type')]).toEqual([url, 'image/png']);
  const view = new DataView(await response.arrayBuffer());
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

test('PWA-01 Chromium finds nothing that keeps it from being installed', async ({ app }) => {
  const profile = await mkdtemp(join(tmpdir(), 'kopa-profile-'));
  const executablePath = findBrowser();
  // An ordinary test context is private, and nothing can be installed from there.
  const context = await chromium.launchPersistentContext(profile, {
    args: [...browserArguments],
    ...(executablePath && { executablePath }),
  });
  try {
    const page = await context.newPage();
    await visit(page, `${app.url}/`);
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    expect({ errors, url }).toEqual({ errors: [], url: `${app.url}/manifest.webmanifest` });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test('PWA-01 the manifest is complete and every picture has the size it says', {
  tag: '@core',
}, async ({ app }) => {
  const manifest = await readManifest(app.url);
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone' });
  expect(manifest.start_url).toMatch(/^\/wallet\?/);
  expect([manifest.theme_color, manifest.background_color]).toEqual(['#f6f4ef', '#f6f4ef']);
  const icons = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  for (const needed of ['192x192 any', '512x512 any', '512x512 maskable', '512x512 monochrome']) {
    expect(icons).toContain(needed);
  }
  expect(manifest.screenshots.map((shot) => shot.form_factor).sort()).toEqual([
    'narrow',
    'narrow',
    'wide',
  ]);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    expect([src, await pngSize(app.url + src)]).toEqual([src, sizes]);
  }
  expect(await pngSize(`${app.url}/icons/apple-touch-icon.png`)).toBe('180x180');
});

test('PWA-01 what names no picture of its own, such as a file or a strange page, gets ours', async ({
  app,
}) => {
  const response = await fetch(`${app.url}/favicon.ico`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const [reserved, kind, count] = new Uint16Array(await response.arrayBuffer(), 0, 3);
  expect([reserved, kind, count]).toEqual([0, 1, 1]);
});

test('PWA-01 the shortcuts lead to routes of the app', async ({ app }) => {
  const { shortcuts } = await readManifest(app.url);
  expect(shortcuts.map(({ name }) => name)).toEqual(['Wallet', 'Swap', 'Withdraw', 'Deposit']);
  const paths: readonly string[] = routes.map(({ path }) => path);
  for (const { url } of shortcuts) expect(paths).toContain(url);
});

test('LIVE-06 each shortcut has an icon of its own, of the size it says', async ({ app }) => {
  const { shortcuts, display_override } = await readManifest(app.url);
  const icons = shortcuts.flatMap((shortcut) => shortcut.icons);
  expect(new Set(icons.map(({ src }) => src)).size).toBe(shortcuts.length);
  for (const { src, sizes } of icons) {
    expect([src, await pngSize(app.url + src)]).toEqual([src, sizes]);
  }
  // On a desk the title bar of the window is the header’s.
  expect(display_override).toEqual(['window-controls-overlay', 'standalone']);
});

test('LIVE-06 on a phone of Apple’s the app has start images of the screen’s size in both themes; elsewhere none', async ({
  page,
  app,
}) => {
  const images = () =>
    page.evaluate(async () => {
      const links = document.querySelectorAll<HTMLLinkElement>(
        'link[rel="apple-touch-startup-image"]',
      );
      return Promise.all(
        [...links].map(async ({ media, href }) => {
          const image = new Image();
          image.src = href;
          await image.decode();
          const canvas = new OffscreenCanvas(1, 1);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const [...corner] = context?.getImageData(0, 0, 1, 1).data ?? [];
          return { media, size: `${image.width}x${image.height}`, corner: corner.join() };
        }),
      );
    });
  await page.addInitScript(() => {
    if (sessionStorage.getItem('apple') === null) return;
    Object.defineProperty(navigator, 'standalone', { value: false });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
    Object.defineProperty(screen, 'width', { value: 390 });
    Object.defineProperty(screen, 'height', { value: 844 });
  });
  await visit(page, app.url);
  await signIn(page, demo.customer);
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  expect(await images()).toEqual([]);
  await page.evaluate(() => sessionStorage.setItem('apple', 'yes'));
  await page.reload();
  // The grounds of the first frame: `--bg` in `tokens.css`.
  const light = '246,244,239,255';
  const dark = '16,15,13,255';
  const expected = [
    ['light', 'portrait', '390x844', light],
    ['light', 'landscape', '844x390', light],
    ['dark', 'portrait', '390x844', dark],
    ['dark', 'landscape', '844x390', dark],
  ].map(([scheme, orientation, size, corner]) => ({
    media: `(prefers-color-scheme: ${scheme}) and (orientation: ${orientation})`,
    size,
    corner,
  }));
  await expect.poll(images).toEqual(expected);
});
