import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';

const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 255] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(
      Number,
    );
    return red < 128;
  });

const choose = async (page: Page, theme: string) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: theme, exact: true }).click();
  await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
};

test('BEY-25 without a choice the page follows the system’s theme, at once when it changes', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark(page)).toBe(false);
});

test('BEY-25 a chosen theme applies in every tab and overrides the system’s', async ({
  page,
  context,
  customer,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, await customer());
  const other = await context.newPage();
  await other.goto('/wallet');
  await choose(page, 'Dark');
  await expect.poll(() => isDark(page)).toBe(true);
  await expect.poll(() => isDark(other)).toBe(true);
  const bars = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(
        ({ content }) => content,
      ),
    );
  expect(new Set(await bars()).size).toBe(1);
  await choose(page, 'System');
  await expect.poll(() => isDark(page)).toBe(false);
  expect(new Set(await bars()).size).toBe(2);
});

test('BEY-25 the chosen theme applies before the app starts, without a flash', async ({
  page,
  customer,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, await customer());
  await choose(page, 'Dark');
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/wallet', { waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  await expect.poll(() => isDark(page)).toBe(true);
});

test('BEY-25 an invalid stored theme leaves the system’s theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('kopa-theme', '{'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await isDark(page)).toBe(true);
});

test('BEY-20 hidden balances stay hidden in other tabs and in titles', async ({
  page,
  context,
}) => {
  await signIn(page, demo.customer);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByTestId('total')).toBeVisible();
  await page.getByRole('button', { name: 'Hide balances', pressed: false }).click();
  await expect(other.getByTestId('total')).toHaveCount(0);
  for (const one of [page, other]) expect(await one.title()).not.toMatch(/\d/);
  await page.getByRole('button', { name: 'Hide balances', pressed: true }).click();
});

for (const theme of ['Light', 'Dark'] as const) {
  test(`BEY-24 axe finds nothing on the profile in the theme ${theme}`, async ({
    page,
    customer,
  }) => {
    await signIn(page, await customer());
    await choose(page, theme);
    await expectAccessible(page);
  });
}
