import { expect, type Page } from '@playwright/test';
import type { Role } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { administrator, demo } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { toasts } from '#tests/support/toasts.ts';

const wide = { width: 1280, height: 800 };

/** The addresses of the pages a role may open, with the parameter filled in. */
const pathsOf = (role: Role): readonly string[] =>
  routes
    .filter(({ access }) => Array.isArray(access) && access.includes(role))
    .map(({ path }) => path.replace(':section', 'account'));

const path = (page: Page) => new URL(page.url()).pathname;

/** Opened by address, these pages have no asset yet, so it is chosen first (WD-01, RCV-01). */
const withoutAsset: Readonly<Record<string, string>> = {
  '/send': '/assets/send',
  '/receive': '/assets/receive',
};

const background = (page: Page) =>
  page.evaluate(() => {
    let element: Element | null = document.querySelector('main');
    for (; element; element = element.parentElement) {
      const { backgroundColor } = getComputedStyle(element);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  });

test('SHELL-01 every customer page opens by its address and has one main heading', {
  tag: '@core',
}, async ({ page, customer }) => {
  await openSignedIn(page, await customer());
  for (const address of pathsOf('user')) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveURL(withoutAsset[address] ?? address);
    await expect(page).toHaveTitle(/.+ · Kopa$/);
  }
});

test('SHELL-01 an unknown address shows a not-found page with a link home', async ({
  page,
  problems,
}) => {
  problems.allow(/404/);
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Kopa');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('SHELL-03 SHELL-04 SHELL-12 an admin gets the admin pages and their header', async ({
  app,
  page,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, await administrator(app.url), '/admin-transactions-history');
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin-transactions-history$/);
  await page.goto('/swap');
  await expect(page).toHaveURL(/\/admin-transactions-history$/);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Transactions']);
  await page.goto('/admin/transaction-detail');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/admin-transactions-history$/);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole('banner').getByRole('link', { name: /^Kopa/ }).click();
  await expect(page).toHaveURL(/\/admin-transactions-history$/);
});

/** What each of these addresses says of the payment, in words and as a sign (EASE-11). */
const SAID: Readonly<Record<string, string>> = {
  '/success': 'It says that the payment went through.',
  '/decline': 'It says that the card was declined.',
  '/fail': 'It says that the payment failed.',
  '/cancel': 'It says that you cancelled the payment.',
};

test('SHELL-06 EASE-11 HARD-27 payment return addresses open signed out and signed in, and lead on when opened by themselves', async ({
  page,
  customer,
}) => {
  const returns = routes.filter(({ access }) => access === 'return').map((route) => route.path);
  const back = page.getByText('You are back from the payment page');
  const opensAfterPaying = async (home: string): Promise<void> => {
    for (const address of returns) {
      await page.goto(address);
      await expect(page).toHaveURL(home);
      await expect(back).toHaveCount(0);
      // What the form leaves behind when it sends the tab to the payment page.
      await page.evaluate(() => sessionStorage.setItem('kopa-paying', 'yes'));
      await page.goto(address);
      await expect(back).toBeVisible();
      await expect(page.getByText(SAID[address] ?? 'nothing')).toBeVisible();
      expect(path(page)).toBe(address);
      await page.reload();
      await expect(back).toBeVisible();
    }
  };
  await opensAfterPaying('/');
  await signIn(page, await customer());
  await opensAfterPaying('/wallet');
});

/** Red, green and blue, from 0 to 255. */
const channels = (colour: string): readonly number[] =>
  (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

test('SHELL-07 the sign-in page is white and has a side panel only from 768 px on', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const address of ['/reset-password', '/recover']) {
    await page.goto(address);
    await expect(page.getByRole('complementary')).toBeVisible();
    expect(await background(page)).toBe('rgb(255, 255, 255)');
  }
  await page.goto('/');
  const panel = page.getByRole('complementary');
  await expect(panel).toBeVisible();
  const form = await page.getByRole('main').locator('form').boundingBox();
  const side = await panel.boundingBox();
  expect(form?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
  expect(await background(page)).toBe('rgb(255, 255, 255)');
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(panel).toBeHidden();
  const centred = await page.getByRole('main').locator('form').boundingBox();
  expect((centred?.x ?? 0) + (centred?.width ?? 0) / 2).toBeCloseTo(767 / 2, 0);
  expect(centred?.width).toBeLessThan(600);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const part of channels(await background(page))) expect(part).toBeLessThan(64);
  await signIn(page, await customer());
  for (const part of channels(await background(page))) expect(part).toBeLessThan(64);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = channels(await background(page));
  expect(light).not.toEqual([255, 255, 255]);
  for (const part of light) expect(part).toBeGreaterThan(232);
  expect(Math.max(...light) - Math.min(...light)).toBeLessThan(16);
});

test('EASE-11 the sign-in page of a large phone ends in the picture that people meet the product with', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 915 });
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const form = page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true });
  await expect(form).toBeInViewport({ ratio: 1 });
  const { picture, height } = await footer.evaluate((one) => {
    const below = getComputedStyle(one.parentElement ?? one, '::after');
    return { picture: below.backgroundImage, height: Number.parseFloat(below.height) };
  });
  expect(picture).toContain('/dune-light.svg');
  // All of it lies below the words, which it never stands behind.
  const box = await footer.boundingBox();
  expect(height).toBeGreaterThan(48);
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0) + height)).toBeLessThanOrEqual(915);
});

test('SHELL-08 the header marks the section of each page and leads to the profile', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, await customer());
  const nav = page.getByRole('navigation', { name: 'Main' });
  const current = nav.locator('[aria-current=page]');
  await expect(nav.getByRole('link')).toHaveText(['Wallet', 'Transactions']);
  for (const [address, item] of [
    ['/wallet', 'Wallet'],
    ['/assets/send', 'Wallet'],
    ['/send', 'Wallet'],
    ['/swap', 'Wallet'],
    ['/buy-sell', 'Wallet'],
    ['/assets/receive', 'Wallet'],
    ['/receive', 'Wallet'],
    ['/asset-detail', 'Wallet'],
    ['/transactions', 'Transactions'],
    ['/transaction-detail', 'Transactions'],
  ] as const) {
    await page.goto(address);
    await expect(current).toHaveText(item);
  }
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(current).toHaveCount(0);
});

test('SHELL-09 the back button leads to the previous page, or else to the parent page', async ({
  page,
  customer,
}) => {
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await openSignedIn(page, await customer());
  await expect(back).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Transactions' })
    .click();
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(back).toHaveCount(0);
  await page.goto('/swap');
  await back.click();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.getByRole('link', { name: 'Swap' }).click();
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await expect(page).toHaveURL(/\/assets\/send$/);
  await back.click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('SHELL-14 SPEC-11 a toast appears top-centre, below the page’s title, is announced and disappears', {
  tag: '@core',
}, async ({ page, customer }) => {
  const account = await customer();
  const toast = toasts(page).filter({ hasText: 'Logged in successfully' });
  // A hovered toast stays. Hovering also waits until the toast has stopped moving.
  await Promise.all([toast.hover(), signIn(page, account)]);
  const box = await toast.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(390 / 2, 0);
  expect(box?.y).toBeLessThan(100);
  // The words of the title, which is in the bar on a phone.
  const title = await page.locator('.hdr__here').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().bottom;
  });
  expect(title).toBeGreaterThan(0);
  // What places it is loaded with the first toast.
  await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(title);
  await page.mouse.move(0, 0);
  await expect(toast).toHaveCount(0);
});

test('BEY-24 opening a page focuses it and starts at its top, and going back restores the position and the title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await signIn(page, demo.customer);
  const row = page.getByRole('link', { name: /Avax|Avalanche/ });
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await row.click();
  await expect(page).toHaveURL(/\/asset-detail$/);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect(page).toHaveTitle('Wallet · Kopa');
});

test('BEY-24 the skip link leads past the navigation', async ({ page, customer }) => {
  await openSignedIn(page, await customer());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // The app itself has replaced what the shell shows until then.
  await expect(page.getByRole('link', { name: /Bitcoin/ })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

const parts = [
  // The wallet's data is requested before anything is shown; that must not stop the app either.
  { part: 'script', path: '/wallet', gone: '**/assets/signed-in-*.js' },
  { part: 'style sheet', path: '/assets/receive', gone: '**/assets/picker-page-*.css' },
] as const;

for (const { part, path, gone } of parts) {
  test(`PWA-06 a missing ${part} causes one reload, and then the page says so and offers to try again`, async ({
    page,
    customer,
    problems,
  }) => {
    problems.allow(/Failed to fetch dynamically imported module/);
    problems.allow(/Unable to preload CSS/);
    await openSignedIn(page, await customer(), '/profile');
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(gone, (route) => route.abort('connectionreset'));
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    // The key names this build: another build gets its own reload, however soon it follows.
    const triedFor = () => sessionStorage.getItem('kopa-reloaded-for');
    expect(await page.evaluate(triedFor)).toContain('/assets/index-');
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: /Bitcoin/ })).toBeVisible();
  });
}

test('PWA-06 if the app does not load, the shell keeps its page, says so and offers to try again', async ({
  page,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const app = '**/assets/vendor-*.js';
  await page.route(app, (route) => route.abort('connectionreset'));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The app did not load.');
  await expect(page.getByLabel('Email').first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute(app);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('BEY-24 the shell fits 320 px', async ({ page, customer }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await page.goto('/');
  expect(await overflow()).toBe(0);
  await signIn(page, await customer());
  for (const address of ['/profile', '/profile/mobile', '/send', '/success', '/transactions']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await overflow()).toBe(0);
  }
});

test('PWA-02 a page’s code is fetched when a customer is about to follow its link', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer);
  const code = page.waitForRequest(/\/assets\/transactions-page-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Transactions' }).hover();
  await code;
  await expect(page).toHaveURL('/wallet');
});

for (const [country, terms] of [
  ['AU', '/au/terms-and-conditions'],
  ['LT', '/terms-and-conditions'],
] as const) {
  test(`SHELL-13 the footer of the auth pages links to the legal pages, with the terms for ${country}`, async ({
    page,
    context,
    app,
  }) => {
    await context.addCookies([{ name: 'country', value: country, url: app.url }]);
    const located = page.waitForResponse('**/api/geolocation');
    await page.goto('/reset-password');
    await located;
    const links = page.getByRole('contentinfo').getByRole('link');
    await expect(links.filter({ hasText: 'Terms' })).toHaveAttribute('href', terms);
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    );
    expect(addresses).toEqual([
      '/help',
      '/status',
      terms,
      '/privacy-policy',
      '/cookie-policy',
      '/aml-cft-policy',
      '/msa-statement',
    ]);
    // The warning is not a link and stands below the links, even if there is room beside the last.
    await page.setViewportSize({ width: 360, height: 740 });
    const [last, warning] = await Promise.all([
      links.last().boundingBox(),
      page.getByText('Crypto-assets can fall in value.').boundingBox(),
    ]);
    expect(warning?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
    await links.filter({ hasText: 'Terms' }).click();
    await expect(page).toHaveURL(terms);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
