import { expect, type Locator, type Page } from '@playwright/test';
import { demo } from '#tests/support/accounts.ts';

/** The withdraw page as a customer uses it. */

export const CREATE = '/exchange/create-withdrawal-action';
export const OUTCOME = '/exchange/get-operation-outcome';

export const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
export const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

export const addressField = (page: Page): Locator => page.getByLabel('Send to');
export const amountField = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Amount', exact: true });
export const quickAmounts = (page: Page): Locator =>
  page.getByRole('group', { name: 'Quick amounts' }).getByRole('button');
export const withdrawButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Withdraw', exact: true });
export const confirmButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Confirm and send' });

/** `part` is entirely above the bottom bar without scrolling. */
export async function expectAboveBar(page: Page, part: Locator): Promise<void> {
  const bar = page.getByRole('navigation').last();
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all([part.boundingBox(), bar.boundingBox()]);
      return one && other ? one.y + one.height <= other.y : undefined;
    })
    .toBe(true);
}

/** Opens the withdraw page of an asset through the picker, loaded and ready to be filled in. */
export async function openWithdraw(page: Page, name: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/assets/send`);
  const row = page.getByRole('link', { name: new RegExp(`^${name}`) });
  const isThere = ({ pathname }: URL): boolean => pathname === '/send';
  await expect(async () => {
    // An earlier press may take effect late; then the row is gone and no longer needed.
    if (!isThere(new URL(page.url()))) await row.click({ timeout: 2_000 });
    await page.waitForURL(isThere, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(/^Minimum [\d.]+/)).toBeVisible();
  await expect(page.getByText(/ available$/)).toBeVisible();
}

/** Fills the form in and goes to the review. */
export async function review(page: Page, address: string, amount: string): Promise<void> {
  await addressField(page).fill(address);
  await amountField(page).fill(amount);
  await expect(withdrawButton(page)).toBeEnabled();
  await withdrawButton(page).click();
  await sayWhose(page);
  // The review is read from its beginning, by screen readers too.
  await expect(page.getByRole('region', { name: 'You are sending' })).toBeFocused();
  await givePassword(page);
}

/**
 * Goes on to the review: of a recipient that nobody was asked about it is said first whose it is (KEEP-07).
 */
export async function sayWhose(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Whose address is this?' });
  await expect(confirmButton(page).or(question)).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole('button', { name: 'Mine' }).click();
    await question.getByRole('button', { name: 'Exchange or other provider' }).click();
    await question.getByLabel('Name of the provider').fill('Example Exchange');
    await question.getByRole('button', { name: 'Go on' }).click();
  }
  await expect(confirmButton(page)).toBeVisible();
}

/** Fills in the password where the review asks for it: 2FA is off, and nothing was ever sent there (HARD-21). */
async function givePassword(page: Page): Promise<void> {
  const field = page.getByLabel('Current password', { exact: true });
  if (await field.isVisible()) await field.fill(demo.customer.password);
}

/** Confirms the review that is open, with the password where it is asked for. */
export async function confirm(page: Page): Promise<void> {
  await sayWhose(page);
  await givePassword(page);
  await confirmButton(page).click();
}
