import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses what tries again while the way is still closed, which asks once more; then opens the way.
 * The page also asks by itself now and then: whoever is first mends it.
 */
export async function tryAgain(
  page: Page,
  button: Locator,
  asks: string,
  open: () => Promise<void>,
  mended: Locator,
): Promise<void> {
  const asked = page.waitForRequest(asks);
  await button.click();
  await asked;
  await open();
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(mended).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
