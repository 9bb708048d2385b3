import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';

/** Everything on paper that only a screen can use. */
const controls = (page: Page) =>
  page.getByRole('button').or(page.getByRole('textbox')).or(page.getByRole('navigation'));

const pages = ['/wallet', '/transactions', '/profile'] as const;

for (const path of pages) {
  test(`EASE-17 on paper ${path} says whose it is and when it was printed, and has no controls`, async ({
    page,
    customer,
    sandbox,
  }) => {
    const who = await customer({ balances: { BTC: '0.5' } });
    await sandbox.deposit(who.email, 'SOL', '2');
    await openSignedIn(page, who, path);
    const head = page.getByTestId('print-head');
    await expect(head).toHaveCount(1);
    await expect(head).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(head).toContainText(who.email);
    await expect(head).toContainText(/Printed \w+ \d+, \d{4} at \d+:\d\d\s[AP]M/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(controls(page).filter({ visible: true })).toHaveCount(0);
    // Dark ink on white, whatever the screen's theme.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const ink = await head.evaluate((element) => getComputedStyle(element).color);
    expect(
      ink
        .match(/\d+/g)
        ?.slice(0, 3)
        .every((part) => Number(part) < 100),
    ).toBe(true);
  });
}

test('EASE-17 a receipt and a legal document are printed with the numbers of their pages', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer();
  await sandbox.deposit(who.email, 'SOL', '2');
  await openSignedIn(page, who, '/transactions');
  await page.getByRole('region', { name: 'Results' }).getByRole('link').first().click();
  await expect(page.getByText('Transaction ID', { exact: true })).toBeVisible();
  const numbered = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .some((rule) => rule.cssText.includes('@page') && rule.cssText.includes('counter(pages)')),
    );
  expect(await numbered()).toBe(true);
  await expect(page.getByTestId('print-head')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('print-head')).toContainText(who.email);
  await expect(controls(page).filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await page.goto('/terms-and-conditions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await numbered()).toBe(true);
});
