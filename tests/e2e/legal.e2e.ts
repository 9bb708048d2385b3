import { expect } from '@playwright/test';
import { accessibilityPath, legalPaths } from '#core/routes.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

/** The names under which the app keeps data on this device, by kind of storage. */
interface Kept {
  readonly local: readonly string[];
  readonly session: readonly string[];
  readonly databases: readonly string[];
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('LEGAL-04 SHELL-06 every legal page is readable signed out and without JavaScript', {
    tag: '@core',
  }, async ({ page }) => {
    for (const path of legalPaths) {
      for (const address of [path, `${path}/`, `${path}?lang=en`, `${path}/?utm=1#contact`]) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Last updated 22/08/2025')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Contact information' })).toBeVisible();
      }
    }
  });

  test('LEGAL-02 a link in the list of sections leads to its section', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/terms-and-conditions');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Refunds, errors and complaints' }).click();
    await expect(page).toHaveURL(/#section-14$/);
    await expect(page.getByRole('heading', { name: '14 Refunds' })).toBeInViewport();
  });

  test('LEGAL-02 on a phone the list of sections opens on demand', async ({ page }) => {
    await page.goto('/au/terms-and-conditions');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveCount(0);
    await contents.locator('summary').click();
    await contents.getByRole('link', { name: 'Our liability' }).click();
    await expect(page.getByRole('heading', { name: '15 Our liability' })).toBeInViewport();
  });

  test('SHELL-11 on a legal page the logo does nothing; the back link leads into the app', async ({
    page,
  }) => {
    await page.goto('/privacy-policy');
    await page.getByRole('banner').getByRole('img').click();
    await expect(page).toHaveURL(/\/privacy-policy$/);
    await expect(page.getByRole('link', { name: /^Back to/ })).toHaveAttribute('href', '/');
    await expect(page.getByRole('link', { name: /^Close/ })).toHaveCount(0);
  });
});

test('SHELL-06 a signed-in customer can read the legal pages too', async ({ page, customer }) => {
  await openSignedIn(page, await customer());
  for (const path of legalPaths) {
    await page.goto(path);
    await expect(page.getByText('Last updated 22/08/2025')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('BEY-24 axe finds nothing on the legal pages', async ({ page }) => {
  // All share one template and style sheet, so only the longest page is checked on a wide screen
  // and in the dark theme.
  const longest = '/terms-and-conditions';
  for (const path of legalPaths.filter((one) => one !== longest)) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(longest);
  await expectAccessibleInBothThemes(page);
});

test('BEY-24 at 320 px only tables scroll sideways, each in its own box', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of legalPaths) {
    await page.goto(path);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, path).toBe(0);
  }
});

test('BEY-24 the first press of Tab focuses the link that skips the header', async ({ page }) => {
  await page.goto('/msa-statement');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('LEGAL-01 a legal page prints in light colours and without navigation', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/aml-cft-policy');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 25, 21)');
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('LEGAL-03 the cookie policy names everything the app keeps on the device', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  const kept = await page.evaluate(
    async (): Promise<Kept> => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    }),
  );
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(kept.local).toContain('auth-storage');
  await page.goto('/cookie-policy');
  const named = await page.locator('main code').allTextContents();
  expect(named).toEqual(
    expect.arrayContaining([...cookies, ...kept.local, ...kept.session, ...kept.databases]),
  );
});

test('KEEP-17 the accessibility statement is one touch from help, signed out too, and axe finds nothing on it', async ({
  page,
}) => {
  await page.goto('/help');
  await page.getByRole('link', { name: 'Accessibility statement' }).click();
  await expect(page).toHaveURL(accessibilityPath);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Accessibility statement' }),
  ).toBeVisible();
  await expect(
    page.getByRole('heading', { level: 2, name: 'What does not conform' }),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
