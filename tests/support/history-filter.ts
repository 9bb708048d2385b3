import type { Page } from '@playwright/test';

/** Makes a choice in the sheet in which a phone has the history's filters. */
export async function filterHistory(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('button', { name: choice, exact: true }).click();
  await sheet.getByRole('button', { name: 'Show', exact: true }).click();
}
