import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** The swap page as a customer uses it. */

export const CONFIRM = '/exchange/confirm-swap';
export const OUTCOME = '/exchange/get-operation-outcome';
export const QUOTE = '/exchange/swap-crypto';

export const amountField = (page: Page): Locator => page.getByRole('textbox', { name: /^I have/ });
export const main = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: label, exact: true });

export async function openSwap(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(amountField(page)).toBeVisible();
  await expect(page.getByText(/^I have [\d.,]+/)).toBeVisible();
}

/** Types an amount of BTC and waits for a live quote. */
export async function quoted(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
  await expect(main(page, 'Swap')).toBeEnabled();
}

/** Checks the available amount of an asset as the wallet shows it. */
export async function walletHas(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name })).toContainText(text);
}

/** Drops the connection before the request reaches the server. */
export const dropRequests = async (context: BrowserContext, path: string) => {
  const pattern = `**/api${path}`;
  await context.route(pattern, (route) => route.abort('connectionreset'));
  return () => context.unroute(pattern);
};
