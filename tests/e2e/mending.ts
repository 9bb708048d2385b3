import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses the retry button until the page is mended. By the keyboard, as a notice may lie over the button. The page
 * also retries by itself, so the button may be gone before it is pressed.
 */
export async function pressUntil(button: Locator, mended: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.press('Enter', { timeout: 1_000 });
    await expect(mended).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/**
 * Presses the retry button while requests still fail and waits for the new request, then lets requests
 * through. Either retry, this one or the page's own, may be the one that succeeds.
 */
export async function tryAgain(
  page: Page,
  button: Locator,
  asks: string,
  open: () => Promise<void>,
  mended: Locator,
): Promise<void> {
  const asked = page.waitForRequest(asks);
  await button.press('Enter');
  await asked;
  await open();
  await pressUntil(button, mended);
}
