import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** They are loaded long after the page: presses until they act. */
async function untilKeysAct(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('EASE-08 single keys show themselves, search and lead to pages, but not from a field or a dialog', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await expect(page.getByTestId('total')).toBeVisible();
  await untilKeysAct(page);
  // A dialog keeps everything else out.
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/wallet$/);
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);

  await page.keyboard.press('/');
  const search = page.getByLabel('Search assets');
  await expect(search).toBeFocused();
  await page.keyboard.type('gt?/');
  await expect(search).toHaveValue('gt?/');
  await expect(page).toHaveURL(/\/wallet$/);
  await search.fill('');
  await search.blur();

  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await page.keyboard.press('Control+g');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/transactions$/);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByTestId('total')).toBeVisible();
});

test('EASE-08 whoever turns the keys off has none, until the profile turns them on again', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await expect(page.getByTestId('total')).toBeVisible();
  await untilKeysAct(page);
  await help(page).getByRole('switch', { name: 'Use these keys' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  await expect(help(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto('/profile/account');
  const use = page.getByRole('switch', { name: 'Use shortcuts' });
  await expect(use).not.toBeChecked();
  await use.click();
  await expect(use).toBeChecked();
  await use.blur();
  await untilKeysAct(page);
});
